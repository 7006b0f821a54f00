import type { LimitedGroup } from '../limiting/callLimits';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The group in which the calls of this endpoint are counted. */
		limitedGroup?: LimitedGroup;
		/** The path exists, the method doesn't. */
		methodNotAllowed?: true;
		/** On Viber the identifier in the path is Base64 encoded (section 4). */
		base64OnViber?: true;
	}
}
