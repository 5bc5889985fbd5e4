export { type Mail, type MailGateway, MailRefused } from './port.ts'
export { smtpMail } from './smtp.ts'
