import axios from 'axios';
import { type Service, startService } from '../startService';

let service: Service;

beforeEach(async () => {
	service = await startService();
});

afterEach(async () => {
	await service.close();
});

const inbox = async (): Promise<string> => (await axios.get<string>(service.url)).data;

describe('the inbox', () => {
	it('says that it is a simulation', async () => {
		expect(await inbox()).toMatch(/Simulation.*These contacts are made up, and nobody gets/s);
	});

	it('lists every contact, also before there is a message', async () => {
		const page = await inbox();
		const listed = [...page.matchAll(/ID (\w+)/g)].map(([, id]) => id);
		expect(listed).toEqual(service.contacts.all().map(({ id }) => id));
	});
});
