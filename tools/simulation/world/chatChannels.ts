import { contact as contactParameter } from '../../../test/support/fixtures/parameters';
import type { Contact, ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { ChatHistory, ChatQuestionPlan, FieldEdit } from '../history/chatHistory';
import type { AcceptedQuestion, SavedValue } from './chatRecording';
import { usualConditions } from '../history/history';
import { tokens } from './items';
import { SimulatedService } from './service';
import type { VirtualClock } from '../../../test/support/virtualClock';

interface Place {
	channel: number;
	contact: number;
}

const contactsPerChannel = 2;

const slowNetworkMs = [5, 2_000] as const;

/** Two channels with contacts, whose tokens can change. */
export class ChatChannels {
	readonly service: SimulatedService;

	private readonly tokens: string[] = [...tokens];

	readonly contacts: readonly ContactStore[];

	constructor(
		{ hasSlowNetwork, saving, search: { lagMs, omitsFields } }: ChatHistory,
		private readonly clock: VirtualClock,
		random: () => number,
	) {
		const search = {
			...usualConditions.search,
			lagMs,
			lagging: 'content' as const,
			omittedFields: omitsFields ? ('some' as const) : ('none' as const),
		};
		const networkMs = hasSlowNetwork ? slowNetworkMs : usualConditions.networkMs;
		const conditions = { ...usualConditions, networkMs, search };
		this.service = new SimulatedService(conditions, tokens, contactsPerChannel, clock, random);
		this.contacts = [...this.service.contacts.values()];
		for (const store of this.contacts) {
			const update = store.update.bind(store);
			store.update = (id, fields, at) => {
				const saved = fields.map(({ name, value }) => ({ name, value: savedAs(value, saving) }));
				return update(id, saving === 'ignores' ? [] : saved, at);
			};
		}
	}

	tokenOf(channel: number): string {
		return this.tokens[channel] ?? '';
	}

	rotate(channel: number): void {
		const token = this.tokenOf(channel);
		this.tokens[channel] = `${token}-next`;
		this.service.rotate(token, `${token}-next`);
	}

	contactAt({ channel, contact }: Place): Contact {
		const found = this.contacts[channel]?.all()[contact];
		if (found === undefined) throw new Error(`There is no contact ${String(contact)}`);
		return found;
	}

	/** Returns the value of 'Contact'. */
	parameterFor(place: Place, identifiedBy: ChatQuestionPlan['identifiedBy']) {
		const { id, custom_fields: fields } = this.contactAt(place);
		const texts = { id, prefixed: `cus_${id}`, phone: fields['phone'] ?? '' };
		return contactParameter(texts[identifiedBy], identifiedBy === 'phone' ? 'phone' : 'id');
	}

	acceptedMessages(): AcceptedQuestion[] {
		return this.acceptedRequests('POST', '/v1/message/');
	}

	/** Returns the values that the package saved in custom fields. */
	savedValues(): SavedValue[] {
		return this.acceptedRequests('PUT', '/v1/contact/').map(
			({ execution, at, body = '', index }) => {
				const { custom_fields: fields } = JSON.parse(body) as {
					custom_fields: Array<{ name: string; value: string }>;
				};
				const { name = '', value = '' } = fields[0] ?? {};
				return { execution, at, value, read: this.readBefore(index, execution, name) };
			},
		);
	}

	/** Returns the value of a custom field that an execution had read ahead of a request. */
	private readBefore(index: number, execution: number, field: string): string {
		const response = this.service.requests
			.slice(0, index)
			.filter((request) => request.execution === execution && request.method === 'GET')
			.filter(({ path }) => path.startsWith('/v1/contact/') && !path.includes('?'))
			.at(-1)?.response;
		if (response === undefined) return '';
		const { data } = JSON.parse(response) as { data: { custom_fields: Record<string, string> } };
		return data.custom_fields[field] ?? '';
	}

	private acceptedRequests(method: string, path: string) {
		const startDate = this.clock.date() - this.clock.now();
		return [...this.service.requests.entries()]
			.filter(([, request]) => request.accepted && request.method === method)
			.filter(([, request]) => request.path.startsWith(path))
			.map(([index, { execution, body, writtenAt, arrivedAt = 0 }]) => ({
				...{ index, execution, body, writtenAt: startDate + writtenAt },
				at: startDate + arrivedAt,
			}));
	}

	edit(edit: FieldEdit): void {
		const { channel, field } = edit;
		const { id } = this.contactAt(edit);
		this.contacts[channel]?.update(
			id,
			[{ name: field, value: this.editedValue(edit) }],
			this.clock.date(),
		);
	}

	private editedValue({ channel, contact, field, change }: FieldEdit): string {
		const { id, custom_fields: fields } = this.contactAt({ channel, contact });
		const value = fields[field] ?? '';
		const middle = Math.floor(value.length / 2);
		switch (change) {
			case 'cleared':
				return '';
			case 'cut':
				return value.slice(0, middle);
			case 'otherText':
				return 'VIP';
			case 'changedByte': {
				const changed = value[middle] === 'A' ? 'B' : 'A';
				return value.slice(0, middle) + changed + value.slice(middle + 1);
			}
			case 'earlier': {
				const versions = this.contacts[channel]?.versionsOf(id) ?? [];
				const values = versions.map((version) => version.contact?.custom_fields[field] ?? '');
				return values.filter((text) => text !== '' && text !== value).at(-1) ?? '';
			}
			case 'ofOtherContact':
				return this.contactAt({ channel, contact: 1 - contact }).custom_fields[field] ?? '';
			case 'ofOtherChannel':
				return this.contactAt({ channel: 1 - channel, contact }).custom_fields[field] ?? '';
			case 'ofOtherField':
				return fields[field === 'n8nQuestion' ? 'secondQuestion' : 'n8nQuestion'] ?? '';
		}
	}
}

/** Returns a value as a channel saves it, which can cut long values. */
function savedAs(value: string, saving: ChatHistory['saving']): string {
	return saving === 'cuts' ? value.slice(0, 100) : value;
}
