import { useN8n } from '../../support/fixtures/testEnvironment';
import { exampleConformance } from '../examples/conformance/exampleConformance';

jest.setTimeout(300_000);

useN8n();

exampleConformance();
