import { eq, gt } from 'drizzle-orm'
import type { Identity } from '../../../../platform/access/identity.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappSignups } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { errors } from '../../../../platform/errors.ts'
import { hashJson } from '../../../../platform/json/hash-json.ts'
import { advanceSignup, type SignupDeps } from './advance-signup.ts'
import { getSignupRedirectUrl, getSignupSettings } from './begin-signup.ts'
import { findSignup, getSignupSecretBox, type SignupRef, type SignupRow, updateSignup } from './signups.ts'

const INVALID_REDIRECT =
  'Este retorno da Meta não vale: já foi usado, passou de 60 minutos ou é de outra pessoa. Comece a ligação de novo.'
const EXPIRED_CODE = 'A Meta não aceitou mais o código. Ele vale por 30 segundos: abra a janela dela de novo.'

interface RedirectValues {
  code?: string | undefined
  state?: string | undefined
  pin?: string | undefined
}

/**
 * Continues connecting a WhatsApp number: with the values of Meta's redirect, or without them after the last successful step.
 * @throws 404 if the sign-up does not exist, 400 if the redirect was used before, has expired, or belongs to another user (NUM-02)
 */
export async function finishSignup(
  deps: SignupDeps,
  identity: Identity,
  id: string,
  redirect: RedirectValues,
): Promise<SignupRow> {
  const signupRef = { tenantId: identity.tenantId, id }
  const loadSignup = () => deps.db.tenant(identity.tenantId, (tx) => findSignup(tx, signupRef))
  if (!(await loadSignup())) throw errors.notFound()
  if (redirect.code !== undefined || redirect.state !== undefined) await exchangeSignupCode(deps, identity, signupRef, redirect)
  await advanceSignup(deps, signupRef, { identity, pin: redirect.pin })
  const row = await loadSignup()
  if (!row) throw errors.notFound()
  return row
}

/**
 * Exchanges the code of Meta's redirect for an access token. First marks the redirect as used, so that it is valid only once, whatever the
 * result.
 */
async function exchangeSignupCode(
  deps: SignupDeps,
  identity: Identity,
  signupRef: SignupRef,
  { code = '', state = '' }: RedirectValues,
): Promise<void> {
  const { db, clock } = deps
  const app = getSignupSettings(deps)
  const saveChanges = (changes: Partial<SignupRow>) =>
    db.tenant(signupRef.tenantId, (tx) => updateSignup(tx, signupRef, changes, clock.now()))
  const at = clock.now()
  const isConsumed = await db.tenant(signupRef.tenantId, async (tx) => {
    const consumedRows = await tx.db
      .update(whatsappSignups)
      .set({ step: 'returned', updatedAt: at })
      .where(
        whereTenant(
          whatsappSignups,
          signupRef.tenantId,
          eq(whatsappSignups.id, signupRef.id),
          eq(whatsappSignups.userId, identity.userId),
          eq(whatsappSignups.stateDigest, hashJson(state)),
          eq(whatsappSignups.step, 'begun'),
          gt(whatsappSignups.expiresAt, at),
        ),
      )
      .returning({ id: whatsappSignups.id })
    return consumedRows.length > 0
  })
  if (!isConsumed) throw errors.invalid(INVALID_REDIRECT)
  const response = await deps.whatsapp.exchangeCode(app, code, getSignupRedirectUrl(deps))
  if (response.kind === 'answered')
    return saveChanges({ step: 'granted', accessToken: getSignupSecretBox(deps, signupRef).encrypt(response.value) })
  if (response.kind === 'refused') deps.log.warn({ code: response.code }, 'Meta does not take a code of its sign-up')
  return saveChanges({ failure: EXPIRED_CODE })
}
