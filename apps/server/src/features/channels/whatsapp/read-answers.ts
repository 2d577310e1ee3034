import * as z from 'zod/mini'
import { parseKeepingDigits } from '../../../kernel/json.ts'
import { storableValue } from '../../../kernel/storable.ts'
import { lenient } from './webhook-fields.ts'

/** What a lead filled in or ordered, in words for people and agents. */

const text = z.nullish(z.coerce.string())

export const order = z.object({
  catalog_id: text,
  text,
  product_items: lenient(
    z.array(
      z.object({
        product_retailer_id: z.coerce.string(),
        quantity: z.coerce.number(),
        item_price: lenient(z.coerce.number()),
        currency: text,
      }),
    ),
  ),
})

export const formReply = z.object({ name: text, body: text, response_json: text })

/** 'Pedido: 2 × {id} (R$ 30,00)', and what was written with it. */
export function orderText(said: z.infer<typeof order> | null | undefined): string {
  const items = (said?.product_items ?? []).map(({ product_retailer_id: id, quantity, item_price: price, currency }) => {
    const one = `${quantity} × ${id}`
    return typeof price === 'number' ? `${one} (${priceText(price, currency)})` : one
  })
  return [`Pedido: ${items.join(', ') || 'sem itens'}`, said?.text ?? ''].filter(Boolean).join('\n')
}

function priceText(price: number, currency: string | null | undefined): string {
  try {
    const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: currency || 'BRL' })
    // A space that does not break is another character to whoever searches for it.
    return format.format(price).replace(/\u00a0/g, ' ')
  } catch {
    return `${currency} ${price}`
  }
}

/** One line 'campo: valor' for each answer of a form; the token names our own send and is no answer. */
export function formText({ response_json: json, body }: z.infer<typeof formReply>): string {
  const answers = answersOf(json ?? '')
  const lines = Object.entries(answers ?? {})
    .filter(([name]) => name !== 'flow_token')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return answers === null ? (json ?? '') || (body ?? '') : lines.join('\n') || (body ?? '')
}

function answersOf(json: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).safeParse(storableValue(parseKeepingDigits(json))).data ?? null
  } catch {
    return null
  }
}

export const permissionReply = z.object({ response: z.nullish(z.coerce.string()) })

const PERMISSIONS: Readonly<Record<string, string>> = {
  accept: 'Aceitou receber ligações pelo WhatsApp.',
  reject: 'Não aceitou receber ligações pelo WhatsApp.',
}

/** What somebody tapped when asked whether the number may call them. */
export const permissionText = ({ response }: z.infer<typeof permissionReply>): string =>
  PERMISSIONS[response ?? ''] ?? 'Respondeu ao pedido de ligação pelo WhatsApp.'
