import { addTags } from './contact/addTags';
import { create } from './contact/create';
import { get } from './contact/get';
import { getAll } from './contact/getAll';
import { removeTags } from './contact/removeTags';
import { update } from './contact/update';
import { upsert } from './contact/upsert';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import type { Operation } from './operation';

/** Every operation of the node, in the order in which the editor lists them. */
export const operations: readonly Operation[] = [
	addTags,
	create,
	upsert,
	get,
	getAll,
	removeTags,
	update,
	send,
	sendAndWait,
];
