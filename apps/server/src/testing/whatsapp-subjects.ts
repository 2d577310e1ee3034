import { v7 as uuid } from 'uuid'
import { META_TOKEN } from './meta-double.ts'

interface Theirs {
  numberId: string
  signupId: string
  agentId: string
  tenantId: string
}

const pair = <T>(theirs: T, unknown: T): [T, T] => [theirs, unknown]
const both = <T>(value: T): [T, T] => [value, value]

const A_TEMPLATE = {
  category: both('UTILITY'),
  body: both({ text: 'Um texto', examples: [] }),
  buttons: both([]),
}

/** Returns, for each call about a tenant's numbers, the input with an existing id and with an unknown id of the same form. */
export const whatsappSubjects = (of: () => Theirs) => {
  const aNumber = () => ({ params: { id: pair(of().numberId, uuid()) } })
  const aSignup = () => ({ params: { id: pair(of().signupId, uuid()) } })
  const anAgent = () => ({ agent_id: pair(of().agentId, uuid()) })
  return {
    // The token belongs to the other tenant; even with it, the agent must belong to the caller.
    createWhatsappNumber: () => ({
      body: { ...anAgent(), phone_number_id: both('5550001'), waba_id: both('5550002'), access_token: both(META_TOKEN) },
    }),
    updateWhatsappNumber: () => ({ ...aNumber(), body: { access_token: both(META_TOKEN) } }),
    checkWhatsappNumber: aNumber,
    registerWhatsappNumber: () => ({ ...aNumber(), body: { pin: both('123456') } }),
    listWhatsappNotices: aNumber,
    listWhatsappTemplates: aNumber,
    createWhatsappTemplate: () => ({ ...aNumber(), body: { ...A_TEMPLATE, name: both('segredo'), language: both('pt_BR') } }),
    updateWhatsappTemplate: () => ({ params: { ...aNumber().params, templateId: both('1') }, body: A_TEMPLATE }),
    deleteWhatsappTemplate: () => ({ params: { ...aNumber().params, templateId: both('1') } }),
    deleteWhatsappNumber: aNumber,
    createWhatsappSignup: () => ({ body: { ...anAgent(), mode: both('api'), history_days: both(0) } }),
    getWhatsappSignup: aSignup,
    finishWhatsappSignup: () => ({ ...aSignup(), body: { pin: both('123456') } }),
    assignUnclaimedAccount: () => ({
      params: { wabaId: both('5550003') },
      body: { tenant_id: pair(of().tenantId, uuid()), ...anAgent() },
    }),
  }
}
