import { similarField } from '../../../nodes/ChannelMessaging/parameters/similarField';

it.each([
	['={{ $json.phone }}', 'Phone'],
	['={{ $json.phone }}', '\uFEFFphone'],
	['={{ $json.phone }}', 'phone '],
	['={{ $json.phoneNumber }}', 'Phone number'],
	["=+34{{ $json['phone number'] }}", 'phone_number'],
	['={{ $json?.["Teléfono"] ?? $json.phone }}', 'teléfono'],
])('similarField suggests for %s the field %j', (raw, name) => {
	expect(similarField(raw, { id: 1, [name]: '+15550100001' })?.similar).toBe(name);
});

it.each([
	['={{ $json.phone }}', 'mobile'],
	['={{ $json.phone }}', 'phone'],
	['$json.phone', 'Phone'],
	["={{ $('Form').item.json.phone }}", 'Phone'],
])('similarField suggests for %s no field such as %j', (raw, name) => {
	expect(similarField(raw, { [name]: '' })).toBeUndefined();
});
