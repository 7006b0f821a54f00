export type { AnswerTimes, ConfigurationChange, Limits } from './configuration';
export type { Contact, ContactBook } from './contacts/contactBook';
export type { Fault, FaultRule } from './faults/fault';
export type { AcceptedMessage, Statistics } from './records';
export { type Service, type ServiceOptions, startService } from './startService';
