import { concatenatedOperands } from '../../../../nodes/ChannelMessaging/parameters/expressions/concatenatedOperands';

it.each([
	["{{ $json.first + ' ' + $json.last }}", ['$json.first', '$json.last']],
	["{{ 'Total: ' + $json.price * 2 }}", ['$json.price * 2']],
	["{{ 'Total: ' + +$json.price }}", ['+$json.price']],
	["{{ 'a + b' + f($json.a + 1) + $json['c + d'] }}", ['f($json.a + 1)', "$json['c + d']"]],
	["{{ 'Hi ' + ($json.name ?? 'you') }}", ["($json.name ?? 'you')"]],
	["{{ 'Hi ' + $json.person?.name }}", ['$json.person?.name']],
	['{{ `Hi ${$json.name}, ${$json.total} €` }}', ['$json.name', '$json.total']],
	["{{ 'it\\'s ' + $json.name }}", ["'it\\'s '", '$json.name']],
	['{{ $json.name }}', []],
	["{{ $json.name ? 'Hi ' + $json.name : '' }}", []],
	["{{ 'Hi ' + $json.name ?? 'you' }}", ['$json.name']],
	["{{ $json.name ?? 'you' + '!' }}", []],
	["{{ $json.list.map((entry) => 'a' + entry).join() }}", []],
	["{{ 'unclosed + ", []],
])('concatenatedOperands splits %s', (expression, operands) => {
	expect(concatenatedOperands(expression)).toEqual(operands);
});
