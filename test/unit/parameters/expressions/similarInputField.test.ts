import { similarInputField } from '../../../../nodes/ChannelMessaging/parameters/expressions/similarInputField';

it.each([
	['={{ $json.phone }}', 'Phone'],
	['={{ $json.phone }}', '\uFEFFphone'],
	['={{ $json.phone }}', 'phone '],
	['={{ $json.phoneNumber }}', 'Phone number'],
	["=+34{{ $json['phone number'] }}", 'phone_number'],
	['={{ $json?.["Teléfono"] ?? $json.phone }}', 'teléfono'],
])('similarInputField suggests for %s the field %j', (raw, name) => {
	expect(similarInputField(raw, { id: 1, [name]: '+15550100001' })?.similar).toBe(name);
});

it.each([
	['={{ $json.phone }}', 'mobile'],
	['={{ $json.phone }}', 'phone'],
	['$json.phone', 'Phone'],
	["={{ $('Form').item.json.phone }}", 'Phone'],
	['={{ $json.phone }}{{ $json.Phone }}', 'Phone'],
	['={{ $json.keys() }}', 'Keys'],
])('similarInputField suggests for %s no field such as %j', (raw, name) => {
	expect(similarInputField(raw, { [name]: '1' })).toBeUndefined();
});

it('similarInputField suggests no empty field', () => {
	expect(similarInputField('={{ $json.phone }}', { Phone: '', PHONE: null })).toBeUndefined();
});
