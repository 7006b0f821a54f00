import { normalizePhoneNumber } from '../../nodes/ChannelMessaging/parameters/phoneNumber';
import { table } from '../table';
import { countSpellings } from './spellings';

const rows = countSpellings(normalizePhoneNumber).map(({ title, correct, rejected, wrong }) => [
	title,
	...[correct, rejected, wrong].map(String),
]);
console.log(table(['Spelling', 'Correct', 'Rejected', 'Wrong'], rows));
