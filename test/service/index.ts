export type { Contact, ContactBook, FieldAssignment } from './contacts/contactBook';
export type { ContactPage } from './contacts/contactPage';
export type { Fault, FaultMatch, FaultRule } from './faults/fault';
export type { Faults } from './faults/faults';
export type {
	AnswerTimes,
	ChannelType,
	Configuration,
	ConfigurationChange,
	Limits,
	ServiceOptions,
} from './options';
export type { AcceptedMessage, MessageItem } from './records/messageLog';
export type { ReceivedCall } from './records/receivedCall';
export type { Statistics } from './records/statistics';
export { type Service, startService } from './startService';
