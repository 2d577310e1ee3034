import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { delayMarketing } from './delay-marketing.ts'
import { findOrCreateLead } from './find-or-create-lead.ts'
import { findOrImportLead, nameContact } from './find-or-import-lead.ts'
import { leadEvents } from './live.ts'
import type { ConversationsOfLead, Leads } from './ports.ts'
import { presentLead } from './present.ts'
import { addNobody, removeLead } from './replace-by-nobody.ts'
import { leadRoutes } from './routes.ts'
import { noteOptOut, optInByChannel, optOutByChannel } from './set-opt-out.ts'
import { endPause, pauseForEcho, pauseForGuard, pauseForManual } from './set-pause.ts'
import { tieNames } from './tie-names.ts'
import { updateLead } from './update-lead.ts'

export function wireLeads(deps: Deps, { conversations }: { conversations: ConversationsOfLead }) {
  const port: Leads = {
    findOrCreate: (tx, input) => findOrCreateLead(tx, deps, conversations, input),
    findOrImport: findOrImportLead,
    nameContact,
    tieNames: (tx, ...asked) => tieNames(tx, deps, conversations, ...asked),
    update: updateLead,
    noteOptOut,
    optOutByChannel,
    optInByChannel,
    delayMarketing,
    pauseForManual: (tx, ...asked) => pauseForManual(tx, conversations, ...asked),
    pauseForEcho: (tx, which) => pauseForEcho(tx, conversations, which),
    pauseForGuard: (tx, ...asked) => pauseForGuard(tx, deps, conversations, ...asked),
    addNobody,
    remove: removeLead,
    present: presentLead,
  }
  return {
    port,
    routes: (api) => leadRoutes(api, deps, conversations),
    jobs: { 'end-pause': (job) => endPause(deps, conversations, job) },
    live: leadEvents,
  } satisfies Feature & { port: Leads }
}
