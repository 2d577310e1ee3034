import { createInterface } from 'node:readline'
import { openMetaDouble, SYSTEM_TOKEN, signupPage } from './meta-double.ts'
import { webhooksOf, written } from './meta-news.ts'
import type { TakenSend } from './meta-state.ts'
import { visitServer } from './meta-visit.ts'
import { APP_SECRET, incoming, text, VERIFY_TOKEN } from './meta-wire.ts'

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
meta.visit = visitServer

const server = `http://localhost:${process.env['PORT'] ?? 3000}`
let counter = 0

/** Delivers a webhook if the server has subscribed to the account. */
async function bring(payload: object): Promise<void> {
  if (!meta.subscriptions.has(ACCOUNT)) return say('Ninguém ligou este número ainda: nada foi entregue.')
  const { body, signature } = written(payload)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  const address = meta.subscriptions.get(ACCOUNT) || `${server}/webhooks/whatsapp`
  const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null)
  if (!answer?.ok) say(`O servidor não recebeu (${answer?.status ?? 'não responde'}).`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const wordsOf = ({ type = '', text: said, template, image, video, document, reaction }: TakenSend['body']): string =>
  said?.body ??
  reaction?.emoji ??
  (template ? `modelo ${template.name}` : `[${type}] ${(image ?? video ?? document)?.caption ?? ''}`)

async function tellOf({ id, phoneNumberId, body }: TakenSend): Promise<void> {
  const callbackData = body.biz_opaque_callback_data ?? ''
  const taken = { id, phoneNumberId, to: (body.to ?? '').replace('+', ''), callbackData, isReaction: body.type === 'reaction' }
  for (const payload of webhooksOf(taken, LEAD.name, Date.now(), Date.now())) await bring(payload)
}
meta.onTaken = (taken) => {
  say(`  ← ${wordsOf(taken.body)}`)
  void tellOf(taken)
}

say(`A Meta de teste está no ar. Em outro terminal, inicie o produto assim e ligue o número em Organização, Números:

  WHATSAPP_API_URL=${meta.url} WHATSAPP_APP_SECRET=${APP_SECRET} WHATSAPP_VERIFY_TOKEN=${VERIFY_TOKEN} \\
  WHATSAPP_SYSTEM_TOKEN=${SYSTEM_TOKEN} WHATSAPP_SIGNUP_URL='${signupPage(meta)}' npm start

Depois, o que você escrever aqui chega como mensagem de ${LEAD.name}.
`)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  counter += 1
  if (line.trim() !== '') void bring(incoming(NUMBER.id, LEAD, `wamid.PHONE${Date.now()}x${counter}`, text(line.trim())))
})
lines.on('close', () => void meta.close())
