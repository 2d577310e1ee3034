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
export async function finishSignup(deps: SignupDeps, who: Identity, id: string, brought: RedirectValues): Promise<SignupRow> {
  const place = { tenantId: who.tenantId, id }
  const find = () => deps.db.tenant(who.tenantId, (tx) => findSignup(tx, place))
  if (!(await find())) throw errors.notFound()
  if (brought.code !== undefined || brought.state !== undefined) await exchangeSignupCode(deps, who, place, brought)
  await advanceSignup(deps, place, { who, pin: brought.pin })
  const row = await find()
  if (!row) throw errors.notFound()
  return row
}

/**
 * Exchanges the redirect's code for an access token at Meta. Consumes the redirect first, so that it can be used only once, whatever the
 * result.
 */
async function exchangeSignupCode(
  deps: SignupDeps,
  who: Identity,
  place: SignupRef,
  { code = '', state = '' }: RedirectValues,
): Promise<void> {
  const { db, clock } = deps
  const app = getSignupSettings(deps)
  const write = (changes: Partial<SignupRow>) => db.tenant(place.tenantId, (tx) => updateSignup(tx, place, changes, clock.now()))
  const at = clock.now()
  const isTaken = await db.tenant(place.tenantId, async (tx) => {
    const taken = await tx.db
      .update(whatsappSignups)
      .set({ step: 'returned', updatedAt: at })
      .where(
        whereTenant(
          whatsappSignups,
          place.tenantId,
          eq(whatsappSignups.id, place.id),
          eq(whatsappSignups.userId, who.userId),
          eq(whatsappSignups.stateDigest, hashJson(state)),
          eq(whatsappSignups.step, 'begun'),
          gt(whatsappSignups.expiresAt, at),
        ),
      )
      .returning({ id: whatsappSignups.id })
    return taken.length > 0
  })
  if (!isTaken) throw errors.invalid(INVALID_REDIRECT)
  const answer = await deps.whatsapp.exchangeCode(app, code, getSignupRedirectUrl(deps))
  if (answer.kind === 'answered')
    return write({ step: 'granted', accessToken: getSignupSecretBox(deps, place).seal(answer.value) })
  if (answer.kind === 'refused') deps.log.warn({ code: answer.code }, 'Meta does not take a code of its sign-up')
  return write({ failure: EXPIRED_CODE })
}
