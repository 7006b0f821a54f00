import { readCredentialTypes } from './credentialType';

const credentialType = {
	name: 'someApi',
	displayName: 'Some API',
	iconUrl: { light: 'icons/light.svg', dark: 'icons/dark.svg' },
	properties: [{ name: 'token', typeOptions: { password: true } }],
	documentationUrl: 'https://docs.example.com',
};

test('a description is read whole', () => {
	expect(readCredentialTypes([credentialType])).toEqual([credentialType]);
});

test('something else than descriptions is refused', () => {
	expect(() => readCredentialTypes([{ name: 'someApi' }])).toThrow('displayName');
	expect(() => readCredentialTypes('<html>')).toThrow('array');
});
