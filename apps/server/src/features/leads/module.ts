import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { deleteLeadRow, insertAnonymousLead } from './anonymous-lead.ts'
import { delayMarketing } from './delay-marketing.ts'
import { findOrCreateLead } from './find-or-create-lead.ts'
import { findOrImportLead, setNameFromAddressBook } from './find-or-import-lead.ts'
import { linkLeadContactIds } from './link-lead-contact-ids.ts'
import { leadEvents } from './live.ts'
import type { LeadConversations, Leads } from './ports.ts'
import { presentLead } from './present.ts'
import { leadRoutes } from './routes.ts'
import { applyChannelOptIn, applyChannelOptOut, applyLeadOptOut } from './set-opt-out.ts'
import { endPause, pauseAfterEcho, pauseAfterManualMessage, pauseByGuard } from './set-pause.ts'
import { updateLead } from './update-lead.ts'

export function createLeadsModule(deps: Deps, { conversations }: { conversations: LeadConversations }) {
  const port: Leads = {
    findOrCreate: (tx, input) => findOrCreateLead(tx, deps, conversations, input),
    findOrImport: findOrImportLead,
    nameContact: setNameFromAddressBook,
    tieNames: (tx, ...asked) => linkLeadContactIds(tx, deps, conversations, ...asked),
    update: updateLead,
    noteOptOut: applyLeadOptOut,
    optOutByChannel: applyChannelOptOut,
    optInByChannel: applyChannelOptIn,
    delayMarketing,
    pauseForManual: (tx, ...asked) => pauseAfterManualMessage(tx, conversations, ...asked),
    pauseForEcho: (tx, which) => pauseAfterEcho(tx, conversations, which),
    pauseForGuard: (tx, ...asked) => pauseByGuard(tx, deps, conversations, ...asked),
    addNobody: insertAnonymousLead,
    remove: deleteLeadRow,
    present: presentLead,
  }
  return {
    port,
    routes: (api) => leadRoutes(api, deps, conversations),
    jobs: { 'end-pause': (job) => endPause(deps, conversations, job) },
    live: leadEvents,
  } satisfies Feature & { port: Leads }
}
