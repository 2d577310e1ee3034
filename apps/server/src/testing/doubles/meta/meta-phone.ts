import { createInterface } from 'node:readline'
import { buildShuffledStatusWebhooks, serializeSignedWebhook } from '../meta-webhooks/meta-status-webhooks.ts'
import { APP_SECRET, buildMessageWebhook, buildTextBody, VERIFY_TOKEN } from '../meta-webhooks/meta-webhook-payloads.ts'
import { verifyWebhookUrl } from '../meta-webhooks/verify-webhook-url.ts'
import { buildSignupPageUrl, openMetaDouble, SYSTEM_TOKEN } from './meta-double.ts'
import type { AcceptedSend } from './meta-double-state.ts'

/**
 * Runs Meta's double with one number, to try WhatsApp without a Meta account. The terminal is the lead's phone: typed lines are sent as the
 * lead's messages, and messages to the lead are printed. The server receives webhooks as from Meta.
 */
const PORT = 3210
const NUMBER = { id: '106540352242922', display_phone_number: '+55 11 4000-1234', verified_name: 'Aurora Imóveis' }
const ACCOUNT = '102290129340398'
const LEAD = { phone: '5511988887777', name: 'Marina (celular de teste)' }
const TEMPLATE = {
  name: 'retomar_conversa',
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Oi {{1}}, ainda posso ajudar?' }],
}

const meta = await openMetaDouble(PORT)
meta.known.add(NUMBER.id).add(ACCOUNT)
meta.shared.add(ACCOUNT)
meta.accounts.set(ACCOUNT, [NUMBER])
meta.templates.push(TEMPLATE)
meta.numberInfo = NUMBER
meta.visit = verifyWebhookUrl

const server = `http://localhost:${process.env['PORT'] ?? 3000}`
let counter = 0

/** Delivers a webhook if the server has subscribed to the account. */
async function deliverWebhook(payload: object): Promise<void> {
  if (!meta.subscriptions.has(ACCOUNT)) return printLine('Ninguém ligou este número ainda: nada foi entregue.')
  const { body, signature } = serializeSignedWebhook(payload)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  const address = meta.subscriptions.get(ACCOUNT) || `${server}/webhooks/whatsapp`
  const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null)
  if (!answer?.ok) printLine(`O servidor não recebeu (${answer?.status ?? 'não responde'}).`)
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

const describeSentMessage = ({
  type = '',
  text: said,
  template,
  image,
  video,
  document,
  reaction,
}: AcceptedSend['body']): string =>
  said?.body ??
  reaction?.emoji ??
  (template ? `modelo ${template.name}` : `[${type}] ${(image ?? video ?? document)?.caption ?? ''}`)

async function deliverStatuses({ id, phoneNumberId, body }: AcceptedSend): Promise<void> {
  const callbackData = body.biz_opaque_callback_data ?? ''
  const taken = { id, phoneNumberId, to: (body.to ?? '').replace('+', ''), callbackData, isReaction: body.type === 'reaction' }
  for (const payload of buildShuffledStatusWebhooks(taken, LEAD.name, Date.now(), Date.now())) await deliverWebhook(payload)
}
meta.onTaken = (taken) => {
  printLine(`  ← ${describeSentMessage(taken.body)}`)
  void deliverStatuses(taken)
}

printLine(`A Meta de teste está no ar. Em outro terminal, inicie o produto assim e ligue o número em Organização, Números:

  WHATSAPP_API_URL=${meta.url} WHATSAPP_APP_SECRET=${APP_SECRET} WHATSAPP_VERIFY_TOKEN=${VERIFY_TOKEN} \\
  WHATSAPP_SYSTEM_TOKEN=${SYSTEM_TOKEN} WHATSAPP_SIGNUP_URL='${buildSignupPageUrl(meta)}' npm start

Depois, o que você escrever aqui chega como mensagem de ${LEAD.name}.
`)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  counter += 1
  if (line.trim() !== '')
    void deliverWebhook(buildMessageWebhook(NUMBER.id, LEAD, `wamid.PHONE${Date.now()}x${counter}`, buildTextBody(line.trim())))
})
lines.on('close', () => void meta.close())
