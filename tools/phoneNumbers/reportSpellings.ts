import { normalizePhoneNumber } from '../../nodes/ChannelMessaging/parameters/phoneNumber';
import { table } from '../table';
import { countSpellings } from './spellings';

const rows = countSpellings(normalizePhoneNumber).map(({ title, right, rejected, wrong }) => [
	title,
	...[right, rejected, wrong].map(String),
]);
console.log(table(['Spelling', 'Right', 'Rejected', 'Wrong'], rows));
