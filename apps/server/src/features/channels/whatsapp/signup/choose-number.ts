import { inArray } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { OnboardedNumber, WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { getSignupSettings } from './begin-signup.ts'
import type { SignupRow } from './signups.ts'

export const ACCOUNT_ALREADY_LINKED_TEXT = 'Esta conta do WhatsApp já está ligada a outra organização.'
export const META_UNREACHABLE_TEXT = 'A Meta não respondeu. Espere um pouco e continue.'
const NO_ACCOUNT = 'A Meta não deu acesso a nenhuma conta do WhatsApp. Abra a janela dela de novo e escolha a conta.'
const NO_NUMBER = 'Ainda não há número nesta conta. Termine o cadastro na janela da Meta e continue.'
const SEVERAL_NUMBERS = 'Esta conta tem mais de um número, e a Meta não diz qual é o novo. Ligue-o pelo formulário.'

type CandidateNumber = { account: WhatsAppAccount; info: OnboardedNumber }
/** Reason why no number can be chosen. `mustRestart`: the access token is useless, so the user must start again at Meta's sign-up page. */
type NumberChoiceFailure = { failure: string; mustRestart: boolean }

/**
 * Returns the WhatsApp number to connect: the newest accessible one, because Meta does not report which number the user chose. Skips
 * numbers of other organisations.
 */
export async function chooseNumber(
  deps: Pick<Deps, 'db' | 'config' | 'whatsapp'>,
  { tenantId, wabaId }: Pick<SignupRow, 'tenantId' | 'wabaId'>,
  token: string,
): Promise<CandidateNumber | NumberChoiceFailure> {
  const accounts =
    wabaId === null ? await deps.whatsapp.listAccountIds(getSignupSettings(deps), token) : { kind: 'answered', value: [wabaId] }
  if (accounts.kind === 'unreachable') return { failure: META_UNREACHABLE_TEXT, mustRestart: false }
  if (accounts.kind !== 'answered' || accounts.value.length === 0) return { failure: NO_ACCOUNT, mustRestart: true }
  const candidates: CandidateNumber[] = []
  for (const account of new Set(accounts.value)) {
    const numbers = await deps.whatsapp.listNumbers({ wabaId: account, token })
    if (numbers.kind === 'unreachable') return { failure: META_UNREACHABLE_TEXT, mustRestart: false }
    if (numbers.kind === 'refused') continue
    candidates.push(
      ...numbers.value.map((info) => ({ account: { phoneNumberId: info.phoneNumberId, wabaId: account, token }, info })),
    )
  }
  const { ofOtherTenants: foreign, ofThisTenant: own } = await deps.db.system((tx) => findLinkedIds(tx, tenantId, candidates))
  const availableCandidates = candidates.filter(
    ({ account }) => !foreign.has(account.wabaId) && !foreign.has(account.phoneNumberId),
  )
  if (availableCandidates.length === 0)
    return candidates.length > 0
      ? { failure: ACCOUNT_ALREADY_LINKED_TEXT, mustRestart: true }
      : { failure: NO_NUMBER, mustRestart: false }
  return pickNewestNumber(availableCandidates, own)
}

/** Returns which of these accounts and numbers belong to another organisation, and which numbers belong to this one, as Meta ids. */
export async function findLinkedIds(
  system: Tx,
  tenantId: string,
  candidates: readonly Pick<CandidateNumber, 'account'>[],
): Promise<{ ofOtherTenants: Set<string>; ofThisTenant: Set<string> }> {
  if (candidates.length === 0) return { ofOtherTenants: new Set(), ofThisTenant: new Set() }
  const numbers = await system.db
    .select({ tenantId: whatsappDirectory.tenantId, name: whatsappDirectory.phoneNumberId })
    .from(whatsappDirectory)
    .where(
      inArray(
        whatsappDirectory.phoneNumberId,
        candidates.map(({ account }) => account.phoneNumberId),
      ),
    )
  const accounts = await system.db
    .select({ tenantId: whatsappNumbers.tenantId, name: whatsappNumbers.wabaId })
    .from(whatsappNumbers)
    .where(
      inArray(
        whatsappNumbers.wabaId,
        candidates.map(({ account }) => account.wabaId),
      ),
    )
  const othersRows = [...numbers, ...accounts].filter((one) => one.tenantId !== tenantId)
  const ownNumbers = numbers.filter((one) => one.tenantId === tenantId)
  return {
    ofOtherTenants: new Set(othersRows.map(({ name }) => name)),
    ofThisTenant: new Set(ownNumbers.map(({ name }) => name)),
  }
}

/**
 * Returns the WhatsApp number that was added last. Prefers numbers that are not linked yet, unless Meta added a linked number later: it was
 * connected again.
 * @param linkedIds Meta's ids of the organisation's linked numbers
 */
function pickNewestNumber(
  candidates: readonly CandidateNumber[],
  linkedIds: ReadonlySet<string>,
): CandidateNumber | NumberChoiceFailure {
  const [linked, unlinked] = [true, false].map((isOwn) =>
    candidates
      .filter(({ account }) => linkedIds.has(account.phoneNumberId) === isOwn)
      .toSorted((a, b) => getOnboardedTime(b) - getOnboardedTime(a)),
  )
  const [newestLinked, newestUnlinked] = [linked?.[0], unlinked?.[0]]
  const isReconnected =
    newestLinked &&
    newestUnlinked &&
    getOnboardedTime(newestUnlinked) > 0 &&
    getOnboardedTime(newestLinked) > getOnboardedTime(newestUnlinked)
  const [first, second] = (isReconnected || !newestUnlinked ? linked : unlinked) ?? []
  if (!first) return { failure: NO_NUMBER, mustRestart: false }
  return second && getOnboardedTime(first) === getOnboardedTime(second) ? { failure: SEVERAL_NUMBERS, mustRestart: true } : first
}

const getOnboardedTime = ({ info }: CandidateNumber): number => info.onboardedAt?.getTime() ?? 0
