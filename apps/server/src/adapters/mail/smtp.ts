import { createTransport } from 'nodemailer'
import type { Mailer } from '../../platform/deps.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'

const DATE_TIME_FORMAT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})
/** Timeout in milliseconds of sending one e-mail. A request that sends an invitation waits for it. */
const SEND_TIMEOUT_MS = 15_000

/** Creates a mailer for SMTP. `url`: address of the mail server, with credentials. `from`: sender address. */
export function createMailer(url: string, from: string, sendMs = SEND_TIMEOUT_MS): Mailer {
  const transport = createTransport({ url })
  // Nodemailer closes its connection when the signal is aborted, but its types do not declare `signal` yet.
  const send = (mail: { to: string; subject: string; text: string }) =>
    withDeadline(sendMs, async (signal) => {
      const abortableMail = { from, ...mail, signal }
      await transport.sendMail(abortableMail)
    })
  return {
    sendInvitation: async ({ to, tenantName, link, expiresAt }) => {
      await send({
        to,
        subject: `Convite para ${tenantName} no Prosa`,
        text: [
          'Olá!',
          '',
          `Você foi convidado(a) para a equipe de ${tenantName} no Prosa, o painel de conversas de vendas.`,
          'Para criar sua conta, abra este endereço:',
          '',
          link,
          '',
          `O convite vale até ${DATE_TIME_FORMAT.format(expiresAt)} (horário de Brasília) e serve uma única vez.`,
          'Se você não esperava este convite, ignore esta mensagem.',
        ].join('\n'),
      })
    },
    sendResetLinks: async ({ to, links, minutes }) => {
      await send({
        to,
        subject: 'Nova senha no Prosa',
        text: [
          'Olá!',
          '',
          'Alguém pediu uma nova senha para a sua conta no Prosa. Se foi você, abra este endereço:',
          ...links.flatMap(({ tenantName, link }) => ['', `${tenantName}:`, link]),
          '',
          `${links.length > 1 ? 'Cada link vale' : 'O link vale'} ${minutes} minutos e serve uma única vez.`,
          'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
        ].join('\n'),
      })
    },
    sendNewDeviceSignIn: async ({ to, name, device, ip, occurredAt, settingsUrl }) => {
      await send({
        to,
        subject: 'Novo acesso à sua conta no Prosa',
        text: [
          `Olá, ${name}!`,
          '',
          'Alguém entrou na sua conta no Prosa em um aparelho novo:',
          '',
          `Aparelho: ${device}`,
          ...(ip ? [`Endereço: ${ip}`] : []),
          `Quando: ${DATE_TIME_FORMAT.format(occurredAt)} (horário de Brasília)`,
          '',
          'Se foi você, não precisa fazer nada.',
          'Se não foi, encerre esse acesso e troque a sua senha aqui:',
          '',
          settingsUrl,
        ].join('\n'),
      })
    },
    sendFailedSecondStep: async ({ to, name, origin, occurredAt, settingsUrl }) => {
      await send({
        to,
        subject: 'Alguém tem a sua senha do Prosa',
        text: [
          `Olá, ${name}!`,
          '',
          'Alguém acertou a sua senha no Prosa e errou o segundo passo. A entrada foi recusada.',
          '',
          `De onde: ${origin}`,
          `Quando: ${DATE_TIME_FORMAT.format(occurredAt)} (horário de Brasília)`,
          '',
          'Se foi você, não precisa fazer nada.',
          'Se não foi, troque a sua senha agora:',
          '',
          settingsUrl,
        ].join('\n'),
      })
    },
    sendNumberProblem: async ({ to, name, number, problem, settingsUrl }) => {
      await send({
        to,
        subject: `WhatsApp ${number}: com problema`,
        text: [`Olá, ${name}!`, '', `${number}: ${problem}`, '', 'Veja o que fazer aqui:', '', settingsUrl].join('\n'),
      })
    },
  }
}
