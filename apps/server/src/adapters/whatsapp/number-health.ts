import * as z from 'zod/mini'
import type { NumberHealth } from '../../platform/external-services/whatsapp-api.ts'

/** Fields that describe a WhatsApp number's health in Meta's API. Each of them may be missing in a response. */
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
  const parsed = healthResponse.safeParse(body).data
  if (!parsed) return undefined
  const { health_status: status, quality_rating: quality, whatsapp_business_manager_messaging_limit: messagingLimit } = parsed
  const errors = (status?.entities ?? []).flatMap((entity) => entity.errors ?? [])
  const canSend = CAN_SEND_STATES.find((state) => state === status?.can_send_message)
  return {
    quality: quality && quality !== 'UNKNOWN' ? quality : null,
    ...(messagingLimit ? { messagingLimit } : {}),
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

/** Parses the expiry of an access token. `expiresAt` is null if the token does not expire. Returns undefined for an invalid response. */
export function parseTokenExpiry(body: unknown): { expiresAt: Date | null } | undefined {
  const parsed = tokenInfo.safeParse(body).data?.data
  if (!parsed) return undefined
  return { expiresAt: parsed.expires_at ? new Date(parsed.expires_at * 1_000) : null }
}
