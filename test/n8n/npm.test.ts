import { npmEnvironment } from './npm';

test('how the outer npm installs does not reach the inner one', () => {
	const environment = npmEnvironment({
		npm_config_ignore_scripts: 'true',
		NPM_CONFIG_OMIT: 'dev',
		npm_lifecycle_event: 'test',
		NODE_ENV: 'test',
	});
	expect(environment).toEqual({});
});

test('where packages come from does, and so does everything else', () => {
	const environment = { npm_config_registry: 'https://mirror.example', PATH: '/bin', LANG: 'C' };
	expect(npmEnvironment(environment)).toEqual(environment);
});
