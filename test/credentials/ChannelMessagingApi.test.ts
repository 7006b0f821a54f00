import type { INodeProperties } from 'n8n-workflow';

import { ChannelMessagingApi } from '../../credentials/ChannelMessagingApi.credentials';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';

const credential = new ChannelMessagingApi();

function field(name: string): INodeProperties {
	const found = credential.properties.find((property) => property.name === name);
	if (found === undefined) throw new Error(`The credential has no ${name}`);
	return found;
}

describe('the credential', () => {
	it('is the one that the node asks for', () => {
		expect(credential.name).toBe('channelMessagingApi');
		expect(credential.displayName).toBe('Channel Messaging API');
		const { credentials } = new ChannelMessaging().description;
		expect(credentials).toEqual([{ name: credential.name, required: true }]);
	});

	it.each([
		['baseUrl', 'Base URL', 'string', ''],
		['token', 'Token', 'string', ''],
		['channelType', 'Channel Type', 'options', 'other'],
		['messagesPerSecond', 'Messages per Second', 'number', 25],
		['contactCallsPerMinute', 'Contact Calls per Minute', 'number', 100],
	])('keeps %s, labelled "%s"', (name, displayName, type, value) => {
		expect(field(name)).toMatchObject({ displayName, type, default: value });
	});

	it('has no other field', () => {
		expect(credential.properties).toHaveLength(5);
	});

	it('cannot do without address and token', () => {
		expect(field('baseUrl').required).toBe(true);
		expect(field('token').required).toBe(true);
	});

	it('hides the token as it is typed, and nothing else', () => {
		const hidden = credential.properties.filter(
			({ typeOptions }) => typeOptions?.password === true,
		);
		expect(hidden.map(({ name }) => name)).toEqual(['token']);
	});

	it('has rates of at least one whole call', () => {
		for (const name of ['messagesPerSecond', 'contactCallsPerMinute']) {
			expect(field(name).typeOptions).toMatchObject({ minValue: 1, numberPrecision: 0 });
		}
	});

	it('tells apart the channels that the document tells apart', () => {
		expect(field('channelType').options).toEqual([
			{ name: 'Other', value: 'other' },
			{ name: 'Viber', value: 'viber' },
		]);
	});

	it('leads to its documentation and has icons for light and dark', () => {
		expect(credential.documentationUrl).toMatch(/^https:\/\/.+#credentials$/);
		expect(credential.icon).toEqual({
			light: 'file:../icons/channelMessaging.svg',
			dark: 'file:../icons/channelMessaging.dark.svg',
		});
	});
});

describe('signing in', () => {
	it('puts the token into the header of section 5, and nowhere else', () => {
		expect(credential.authenticate).toEqual({
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
		});
	});
});

describe('testing the credential', () => {
	const { request, rules } = credential.test;

	it('makes a call that changes nothing', () => {
		expect(request.method ?? 'GET').toBe('GET');
		expect(request.url).toBe('/v1/contact/by_custom_field');
		expect(Object.keys(request.qs ?? {}).sort()).toEqual(['name', 'value']);
		expect(request).not.toHaveProperty('body');
	});

	it("goes to the credential's own address", () => {
		expect(request.baseURL).toContain('{{$credentials.baseUrl}}');
	});

	it("tells a token that was refused in the document's words", () => {
		expect(rules).toContainEqual({
			type: 'responseSuccessBody',
			properties: {
				key: 'message',
				value: 'API Token is invalid.',
				message: 'API Token is invalid.',
			},
		});
	});
});
