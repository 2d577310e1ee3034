import { getErrorMeaning } from '../features/channels/whatsapp/cloud-api/error-codes.ts'
import { encryptToken } from '../features/channels/whatsapp/numbers/numbers.ts'
import type { Tx } from '../platform/database/database.ts'
import { numberProblems, whatsappDirectory, whatsappNumbers } from '../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../platform/deps.ts'
import type { MetaRejection, WhatsAppApi } from '../platform/external-services/whatsapp-api.ts'

/** Fake access token, which Meta does not accept. */
const EXAMPLE_TOKEN = 'exemplo-da-demonstracao'
const EXAMPLE_NUMBER_ID = '0190d0a0-0001-7000-8000-000400000001'
const EXAMPLE_META_ID = '100000000000001'
const EXPIRED_TOKEN_CODE = 190
const EXPIRED_SINCE_MS = 3 * 3_600_000

/** Inserts an example WhatsApp number if the server has no WhatsApp app configured. The panel shows its access as expired. */
export async function insertExampleNumber(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { tenantId, agentId }: { tenantId: string; agentId: string },
): Promise<void> {
  if (deps.config.whatsapp.appSecret !== null) return
  const now = deps.clock.now()
  const since = new Date(now.getTime() - EXPIRED_SINCE_MS)
  await tx.db.insert(whatsappDirectory).values({ phoneNumberId: EXAMPLE_META_ID, tenantId, numberId: EXAMPLE_NUMBER_ID })
  await tx.db.insert(whatsappNumbers).values({
    tenantId,
    id: EXAMPLE_NUMBER_ID,
    agentId,
    phoneNumberId: EXAMPLE_META_ID,
    wabaId: '100000000000002',
    displayNumber: '+55 11 90000-0000',
    verifiedName: 'Exemplo da demonstração: não é um número de verdade',
    accessToken: encryptToken(deps, { tenantId, id: EXAMPLE_NUMBER_ID }, EXAMPLE_TOKEN),
    status: 'broken',
    statusReason: getErrorMeaning(EXPIRED_TOKEN_CODE).reason,
    createdAt: since,
    updatedAt: since,
  })
  await tx.db.insert(numberProblems).values({ tenantId, numberId: EXAMPLE_NUMBER_ID, code: 'access', since, mailedAt: since })
}

const EXAMPLE_REJECTION: MetaRejection = {
  kind: 'refused',
  code: EXPIRED_TOKEN_CODE,
  message: 'The example of the demo has no access',
}

const isExampleAccount = (account: unknown): boolean =>
  typeof account === 'object' && account !== null && 'token' in account && account.token === EXAMPLE_TOKEN

/** Wraps the WhatsApp API: calls for the example number fail as if Meta had rejected them. All other calls go to Meta. */
export const refuseExampleNumberCalls = (api: WhatsAppApi): WhatsAppApi =>
  new Proxy(api, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]): unknown =>
        isExampleAccount(args[0]) ? Promise.resolve(EXAMPLE_REJECTION) : Reflect.apply(call, target, args)
    },
  })
