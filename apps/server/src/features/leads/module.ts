import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { deleteLeadRow, insertAnonymousLead } from './anonymous-lead.ts'
import { findOrCreateLead } from './contact-matching/find-or-create-lead.ts'
import { findOrImportLead, setNameFromAddressBook } from './contact-matching/find-or-import-lead.ts'
import { linkLeadContactIds } from './contact-matching/link-lead-contact-ids.ts'
import { leadEvents } from './events.ts'
import { delayMarketing } from './opt-out/delay-marketing.ts'
import { applyChannelOptIn, applyChannelOptOut, applyLeadOptOut } from './opt-out/set-opt-out.ts'
import { endPause, pauseAfterEcho, pauseAfterManualMessage, pauseByGuard } from './pause-and-archive/set-pause.ts'
import type { LeadConversations, Leads } from './ports.ts'
import { presentLead } from './present.ts'
import { leadRoutes } from './routes.ts'
import { updateLead } from './update-lead.ts'

export function createLeadsModule(deps: Deps, { conversations }: { conversations: LeadConversations }) {
  const port: Leads = {
    findOrCreate: (tx, input) => findOrCreateLead(tx, deps, conversations, input),
    findOrImport: findOrImportLead,
    setNameFromAddressBook: setNameFromAddressBook,
    linkContactIds: (tx, ...args) => linkLeadContactIds(tx, deps, conversations, ...args),
    update: updateLead,
    setOptOutByLead: applyLeadOptOut,
    setOptOutByChannel: applyChannelOptOut,
    clearOptOutByChannel: applyChannelOptIn,
    delayMarketing,
    pauseAfterManualMessage: (tx, ...args) => pauseAfterManualMessage(tx, conversations, ...args),
    pauseAfterEcho: (tx, target) => pauseAfterEcho(tx, conversations, target),
    pauseByGuard: (tx, ...args) => pauseByGuard(tx, deps, conversations, ...args),
    createAnonymousLead: insertAnonymousLead,
    deleteLead: deleteLeadRow,
    present: presentLead,
  }
  return {
    port,
    routes: (api) => leadRoutes(api, deps, conversations),
    jobs: { 'end-pause': (job) => endPause(deps, conversations, job) },
    socketEvents: leadEvents,
  } satisfies Feature & { port: Leads }
}
