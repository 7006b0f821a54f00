import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { testedRelease } from '../../../support/n8n';
import { runsIn } from '../exampleFiles';
import { keepsPromises, unlimitedRates } from './conformance';
import { declarations } from './declarations';

/** Tests of all examples that a release can run. */
export function exampleConformance(): void {
	beforeEach(async () => {
		const { client, credential, credentialData } = testEnvironment();
		const data = { ...credentialData, ...unlimitedRates };
		await client.updateCredential(credential.id, { ...credential, data });
	});

	const tested = declarations.filter(({ example }) => runsIn(testedRelease, example));
	describe.each(tested.map((declaration) => ({ title: titleOf(declaration), declaration })))(
		'$title',
		({ declaration }) => {
			keepsPromises(declaration);
		},
	);
}

function titleOf({ example, part }: (typeof declarations)[number]): string {
	return [example, part].join(' ').trim();
}
