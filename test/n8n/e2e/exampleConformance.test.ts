import { testEnvironment, useN8n } from '../../support/fixtures/testEnvironment';
import { keepsPromises, unlimitedRates } from '../examples/conformance/conformance';
import { declarations } from '../examples/conformance/declarations';

jest.setTimeout(300_000);

useN8n();

beforeAll(async () => {
	const { client, credential, credentialData } = testEnvironment();
	const data = { ...credentialData, ...unlimitedRates };
	await client.updateCredential(credential.id, { ...credential, data });
});

for (const declaration of declarations) {
	describe([declaration.example, declaration.part].join(' ').trim(), () => {
		keepsPromises(declaration);
	});
}
