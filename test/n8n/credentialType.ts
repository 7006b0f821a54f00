import { z } from 'zod';

const credentialTypeSchema = z
	.object({
		name: z.string(),
		displayName: z.string(),
		iconUrl: z.union([z.string(), z.object({ light: z.string(), dark: z.string() })]).optional(),
		supportedNodes: z.array(z.string()).optional(),
		properties: z.array(
			z
				.object({
					name: z.string(),
					typeOptions: z.object({ password: z.boolean().optional() }).passthrough().optional(),
				})
				.passthrough(),
		),
	})
	.passthrough();

/** A kind of credential, as n8n describes it to the editor. */
export type CredentialType = z.infer<typeof credentialTypeSchema>;

/** Reads the list of credential descriptions that n8n serves to the editor. */
export function readCredentialTypes(answer: unknown): readonly CredentialType[] {
	return z.array(credentialTypeSchema).parse(answer);
}
