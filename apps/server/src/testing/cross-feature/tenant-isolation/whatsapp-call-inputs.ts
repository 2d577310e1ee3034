import { v7 as uuid } from 'uuid'
import { META_TOKEN } from '../../doubles/meta/meta-double.ts'

interface TenantIds {
  numberId: string
  signupId: string
  agentId: string
  tenantId: string
}

const toIdPair = <T>(theirs: T, unknown: T): [T, T] => [theirs, unknown]
const toSamePair = <T>(value: T): [T, T] => [value, value]

const TEMPLATE_INPUT = {
  category: toSamePair('UTILITY'),
  body: toSamePair({ text: 'Um texto', examples: [] }),
  buttons: toSamePair([]),
}

/** Returns, for each call about a tenant's numbers, the input with an existing id and with an unknown id of the same form. */
export const buildWhatsappCallInputs = (of: () => TenantIds) => {
  const aNumber = () => ({ params: { id: toIdPair(of().numberId, uuid()) } })
  const aSignup = () => ({ params: { id: toIdPair(of().signupId, uuid()) } })
  const anAgent = () => ({ agent_id: toIdPair(of().agentId, uuid()) })
  return {
    // The token belongs to the other tenant; even with it, the agent must belong to the caller.
    createWhatsappNumber: () => ({
      body: {
        ...anAgent(),
        phone_number_id: toSamePair('5550001'),
        waba_id: toSamePair('5550002'),
        access_token: toSamePair(META_TOKEN),
      },
    }),
    updateWhatsappNumber: () => ({ ...aNumber(), body: { access_token: toSamePair(META_TOKEN) } }),
    checkWhatsappNumber: aNumber,
    registerWhatsappNumber: () => ({ ...aNumber(), body: { pin: toSamePair('123456') } }),
    listWhatsappNotices: aNumber,
    listWhatsappTemplates: aNumber,
    createWhatsappTemplate: () => ({
      ...aNumber(),
      body: { ...TEMPLATE_INPUT, name: toSamePair('segredo'), language: toSamePair('pt_BR') },
    }),
    updateWhatsappTemplate: () => ({ params: { ...aNumber().params, templateId: toSamePair('1') }, body: TEMPLATE_INPUT }),
    deleteWhatsappTemplate: () => ({ params: { ...aNumber().params, templateId: toSamePair('1') } }),
    deleteWhatsappNumber: aNumber,
    createWhatsappSignup: () => ({ body: { ...anAgent(), mode: toSamePair('api'), history_days: toSamePair(0) } }),
    getWhatsappSignup: aSignup,
    finishWhatsappSignup: () => ({ ...aSignup(), body: { pin: toSamePair('123456') } }),
    assignUnclaimedAccount: () => ({
      params: { wabaId: toSamePair('5550003') },
      body: { tenant_id: toIdPair(of().tenantId, uuid()), ...anAgent() },
    }),
  }
}
