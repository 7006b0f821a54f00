export { downloadFile } from './attachments/downloadedFile';
export type { Latency, Limits } from './configuration';
export { type Contact, createdId } from './contacts/contactStore';
export type { Fault } from './faults/faults';
export type { AcceptedMessage, Statistics } from './channel';
export { type Service, type ServiceOptions, startService } from './startService';
