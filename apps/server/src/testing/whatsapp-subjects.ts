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

/** What stands in each call about a tenant's numbers, and an unknown one of the same form beside it. */
export const whatsappSubjects = (of: () => Theirs) => {
  const aNumber = () => ({ params: { id: pair(of().numberId, uuid()) } })
  const aSignup = () => ({ params: { id: pair(of().signupId, uuid()) } })
  const anAgent = () => ({ agent_id: pair(of().agentId, uuid()) })
  return {
    // The token is the victim’s own: even so, the agent must be the caller’s.
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
