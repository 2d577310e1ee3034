import * as z from 'zod/mini'
import type { NumberHealth } from '../../platform/external-services/whatsapp-api.ts'

/** Fields to request from Meta for the health of a WhatsApp number. Fields that Meta does not send are treated as unknown. */

export const HEALTH_FIELDS = 'quality_rating,whatsapp_business_manager_messaging_limit,health_status'

const healthEntity = z.object({
  can_send_message: z.nullish(z.string()),
  errors: z.nullish(
    z.array(
      z.object({
        error_code: z.nullish(z.coerce.number()),
        error_description: z.nullish(z.string()),
        possible_solution: z.nullish(z.string()),
      }),
    ),
  ),
})
const healthResponse = z.object({
  quality_rating: z.nullish(z.string()),
  whatsapp_business_manager_messaging_limit: z.nullish(z.coerce.string()),
  health_status: z.nullish(z.object({ can_send_message: z.nullish(z.string()), entities: z.nullish(z.array(healthEntity)) })),
})
const CAN_SEND_STATES = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const

export function parseNumberHealth(body: unknown): NumberHealth | undefined {
  const said = healthResponse.safeParse(body).data
  if (!said) return undefined
  const { health_status: status, quality_rating: quality, whatsapp_business_manager_messaging_limit: limit } = said
  const errors = (status?.entities ?? []).flatMap((inside) => inside.errors ?? [])
  const canSend = CAN_SEND_STATES.find((word) => word === status?.can_send_message)
  return {
    quality: quality && quality !== 'UNKNOWN' ? quality : null,
    ...(limit ? { limit } : {}),
    ...(canSend ? { canSend } : {}),
    errors: errors.map(({ error_code, error_description, possible_solution }) => ({
      code: error_code ?? null,
      text: error_description ?? possible_solution ?? '',
    })),
  }
}

const tokenInfo = z.object({
  data: z.object({
    expires_at: z.nullish(z.coerce.number()),
  }),
})

/** Parses the expiry of an access token. `until` is null if the token does not expire. Returns undefined for an invalid response. */
export function parseTokenExpiry(body: unknown): { until: Date | null } | undefined {
  const said = tokenInfo.safeParse(body).data?.data
  if (!said) return undefined
  return { until: said.expires_at ? new Date(said.expires_at * 1_000) : null }
}
