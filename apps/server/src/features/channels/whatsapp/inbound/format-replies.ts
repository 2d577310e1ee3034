import * as z from 'zod/mini'
import { parseJsonWithLongIntegers } from '../../../../platform/json/json.ts'
import { toStorableJson } from '../../../../platform/json/storable-json.ts'
import { nullIfInvalid } from '../webhook/webhook-fields.ts'

const optionalText = z.nullish(z.coerce.string())

export const orderMessage = z.object({
  catalog_id: optionalText,
  text: optionalText,
  product_items: nullIfInvalid(
    z.array(
      z.object({
        product_retailer_id: z.coerce.string(),
        quantity: z.coerce.number(),
        item_price: nullIfInvalid(z.coerce.number()),
        currency: optionalText,
      }),
    ),
  ),
})

export const formReply = z.object({ name: optionalText, body: optionalText, response_json: optionalText })

/** Formats an order as Portuguese text: 'Pedido: 2 × {id} (R$ 30,00)', followed by the lead's comment. */
export function formatOrder(order: z.infer<typeof orderMessage> | null | undefined): string {
  const items = (order?.product_items ?? []).map(({ product_retailer_id: id, quantity, item_price: price, currency }) => {
    const item = `${quantity} × ${id}`
    return typeof price === 'number' ? `${item} (${formatPrice(price, currency)})` : item
  })
  return [`Pedido: ${items.join(', ') || 'sem itens'}`, order?.text ?? ''].filter(Boolean).join('\n')
}

function formatPrice(price: number, currency: string | null | undefined): string {
  try {
    const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: currency || 'BRL' })
    // Replaces non-breaking spaces, because a text search with normal spaces would not match them.
    return format.format(price).replace(/\u00a0/g, ' ')
  } catch {
    return `${currency} ${price}`
  }
}

/** Formats the answers of a WhatsApp form, one line 'campo: valor' per answer. Omits `flow_token`, which identifies the form. */
export function formatFormReply({ response_json: json, body }: z.infer<typeof formReply>): string {
  const answers = parseFormAnswers(json ?? '')
  const lines = Object.entries(answers ?? {})
    .filter(([name]) => name !== 'flow_token')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return answers === null ? (json ?? '') || (body ?? '') : lines.join('\n') || (body ?? '')
}

function parseFormAnswers(json: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).safeParse(toStorableJson(parseJsonWithLongIntegers(json))).data ?? null
  } catch {
    return null
  }
}

export const callPermissionReply = z.object({ response: z.nullish(z.coerce.string()) })

const CALL_PERMISSION_TEXTS: Readonly<Record<string, string>> = {
  accept: 'Aceitou receber ligações pelo WhatsApp.',
  reject: 'Não aceitou receber ligações pelo WhatsApp.',
}

/** Returns a Portuguese text for the lead's answer to the question whether the organisation may call. */
export const formatCallPermission = ({ response }: z.infer<typeof callPermissionReply>): string =>
  CALL_PERMISSION_TEXTS[response ?? ''] ?? 'Respondeu ao pedido de ligação pelo WhatsApp.'
