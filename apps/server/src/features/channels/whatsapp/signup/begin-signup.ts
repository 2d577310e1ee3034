import { randomBytes } from 'node:crypto'
import type { HistoryDays } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { SIGNUP_RETURN_PATH } from '@prosa/contract/rules/whatsapp/signup-return'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../../platform/access/identity.ts'
import type { SignupSettings } from '../../../../platform/config/whatsapp-settings.ts'
import { whatsappSignups } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import { hashJson } from '../../../../platform/json/hash-json.ts'
import { tryParseJson } from '../../../../platform/json/json.ts'
import { requireAgent } from '../numbers/insert-number.ts'
import { deleteOldSignups } from './signups.ts'

/** Milliseconds within which the user must return from Meta's sign-up page. */
const STATE_LIFETIME_MS = 3_600_000

/** Returns the configuration of Meta's sign-up page. @throws 503 if it is not configured */
export function getSignupSettings({ config }: Pick<Deps, 'config'>): SignupSettings {
  if (config.whatsapp.signup) return config.whatsapp.signup
  throw new AppError(503, 'SERVICE_UNAVAILABLE', 'A ligação pela página da Meta não está configurada neste servidor.')
}

/** Returns the URL to which Meta's sign-up page redirects. Meta requires exactly the same URL when the code is exchanged. */
export const getSignupRedirectUrl = ({ publicOrigin }: Pick<Deps, 'publicOrigin'>): string =>
  `${publicOrigin}${SIGNUP_RETURN_PATH}`

export interface SignupRequest {
  agent_id: string
  mode: 'api' | 'coexistence'
  history_days: HistoryDays
}

/**
 * Starts connecting a WhatsApp number and returns the URL of Meta's sign-up page. The redirect from that page is valid once, for an hour,
 * and only for this user.
 * @throws 404 if the agent does not exist
 */
export async function beginSignup(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publicOrigin'>,
  { tenantId, userId }: Identity,
  { agent_id: agentId, mode, history_days }: SignupRequest,
): Promise<{ id: string; url: string; expires_at: string }> {
  const { url } = getSignupSettings(deps)
  const id = uuid()
  // Contains the id of the sign-up, so that any browser window can continue the sign-up after the redirect.
  const state = `${id}.${randomBytes(24).toString('base64url')}`
  const at = deps.clock.now()
  const expiresAt = new Date(at.getTime() + STATE_LIFETIME_MS)
  await deps.db.tenant(tenantId, async (tx) => {
    await requireAgent(tx, tenantId, agentId)
    await deleteOldSignups(tx, tenantId, at)
    await tx.db.insert(whatsappSignups).values({
      tenantId,
      id,
      userId,
      agentId,
      mode,
      historyDays: mode === 'coexistence' ? history_days : 0,
      step: 'begun',
      stateDigest: hashJson(state),
      expiresAt,
      createdAt: at,
      updatedAt: at,
    })
  })
  return {
    id,
    url: buildSignupUrl(url, { state, redirectUri: getSignupRedirectUrl(deps), mode }),
    expires_at: expiresAt.toISOString(),
  }
}

/**
 * Returns the URL of Meta's sign-up page with its configured parameters. `mode` 'coexistence' selects the page for a number that stays on
 * its phone.
 */
function buildSignupUrl(
  pageUrl: string,
  { state, redirectUri, mode }: { state: string; redirectUri: string; mode: string },
): string {
  const page = new URL(pageUrl)
  const configuredExtras = tryParseJson(page.searchParams.get('extras') ?? '{}')
  const { featureType: _other, ...extras } =
    typeof configuredExtras === 'object' && configuredExtras !== null ? (configuredExtras as Record<string, unknown>) : {}
  const feature = mode === 'coexistence' ? { featureType: 'whatsapp_business_app_onboarding' } : {}
  page.searchParams.set('extras', JSON.stringify({ ...extras, ...feature }))
  page.searchParams.set('redirect_uri', redirectUri)
  page.searchParams.set('state', state)
  return page.toString()
}
