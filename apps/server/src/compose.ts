import { wireAgents } from './features/agents/wire.ts'
import { asksOf } from './features/assistant/turn/consult.ts'
import { readMemory } from './features/assistant/turn/memory.ts'
import { tryAgent } from './features/assistant/turn/try-agent.ts'
import { wireAssistant } from './features/assistant/wire.ts'
import { wireAudit } from './features/audit/wire.ts'
import { wireAuth } from './features/auth/wire.ts'
import { wireCalendar } from './features/calendar/wire.ts'
import { createOutgoing, wireChannels } from './features/channels/wire.ts'
import { conversationsOfLead } from './features/conversations/of-lead.ts'
import { wireConversations } from './features/conversations/wire.ts'
import { wireCorrections } from './features/corrections/wire.ts'
import { wireCosts } from './features/costs/wire.ts'
import { wireDashboard } from './features/dashboard/wire.ts'
import { wireExports } from './features/exports/wire.ts'
import { wireFiles } from './features/files/wire.ts'
import { wireKnowledge } from './features/knowledge/wire.ts'
import { wireLeads } from './features/leads/wire.ts'
import { wireOnboarding } from './features/onboarding/wire.ts'
import type { Keepers } from './features/privacy/erase-lead.ts'
import { wirePrivacy } from './features/privacy/wire.ts'
import { wireSearch } from './features/search/wire.ts'
import { wireTenants } from './features/tenants/wire.ts'
import { wireUsers } from './features/users/wire.ts'
import type { Deps } from './kernel/deps.ts'
import type { Feature } from './kernel/feature.ts'
import type { GiveUpHandlers, JobHandlers } from './kernel/job-names.ts'
import type { LiveEvents } from './kernel/realtime/occasions.ts'

/** Creates all features with the operations that they need of each other. `closing` is aborted when the server closes. */
export function compose(deps: Deps, closing: AbortSignal) {
  const auth = wireAuth(deps)
  const audit = wireAudit(deps)
  const exports = wireExports(deps, { sources: { audit: audit.port.exported } })
  const files = wireFiles(deps)
  const knowledge = wireKnowledge(deps, { files: files.port })
  const costs = wireCosts(deps)
  const leads = wireLeads(deps, { conversations: conversationsOfLead })
  const calendar = wireCalendar(deps)
  const outgoing = createOutgoing(deps, { leads: leads.port, files: files.port, costs: costs.port })
  const conversations = wireConversations(deps, {
    leads: leads.port,
    calendar: calendar.port,
    costs: costs.port,
    files: files.port,
    knowledge: knowledge.port,
    outgoing,
  })
  const channels = wireChannels(deps, {
    conversations: conversations.port,
    costs: costs.port,
    files: files.port,
    leads: leads.port,
  })
  const assistant = wireAssistant(deps, {
    files: files.port,
    conversations: conversations.port,
    calendar: calendar.port,
    costs: costs.port,
    knowledge: knowledge.port,
    closing,
  })
  const corrections = wireCorrections(deps, {
    knowledge: knowledge.port,
    costs: costs.port,
    assistant: {
      asksOf: (messages) => asksOf(assistant.ports.reader, messages),
      tryAgent: (at, ...asked) => tryAgent({ ...deps, ...assistant.ports, ...at }, ...asked),
      readMemory,
    },
    closing,
  })
  const agents = wireAgents(deps, { tryAgent: assistant.tryAgent, gate: corrections.gate })
  const people = { accounts: auth.port, agents: agents.port }
  const users = wireUsers(deps, people)
  const tenants = wireTenants(deps, { ...people, files: files.port, invitations: users.port })
  const onboarding = wireOnboarding(deps, { ...people, tenants: tenants.port, invitations: users.port })
  const search = wireSearch(deps)
  const keepers: Keepers = {
    leads: leads.port,
    conversations: conversations.port,
    conversationsOfLead,
    channels: channels.port,
    calendar: calendar.port,
    corrections: corrections.port,
    costs: costs.port,
    assistant: assistant.port,
    exports: exports.port,
    files: files.port,
    knowledge: knowledge.port,
    search: search.port,
  }
  const privacy = wirePrivacy(deps, { keepers, accounts: auth.port, tenants: tenants.port, audit: audit.port })
  const dashboard = wireDashboard(deps)

  const features: readonly Feature[] = [
    auth,
    audit,
    exports,
    files,
    knowledge,
    costs,
    leads,
    calendar,
    conversations,
    channels,
    assistant,
    corrections,
    agents,
    users,
    tenants,
    onboarding,
    privacy,
    search,
    dashboard,
  ]
  const jobs: JobHandlers = {
    ...auth.jobs,
    ...leads.jobs,
    ...calendar.jobs,
    ...conversations.jobs,
    ...channels.jobs,
    ...exports.jobs,
    ...files.jobs,
    ...knowledge.jobs,
    ...privacy.jobs,
    ...search.jobs,
    ...assistant.jobs,
    ...corrections.jobs,
  }
  const giveUps: GiveUpHandlers = {
    ...conversations.giveUps,
    ...channels.giveUps,
    ...exports.giveUps,
    ...knowledge.giveUps,
    ...assistant.giveUps,
    ...corrections.giveUps,
  }
  const live: LiveEvents = {
    ...auth.live,
    ...agents.live,
    ...corrections.live,
    ...leads.live,
    ...conversations.live,
    ...channels.live,
    ...exports.live,
    ...knowledge.live,
    ...costs.live,
    ...files.live,
  }
  return {
    features,
    jobs,
    giveUps,
    live,
    door: auth.door,
    outgoing,
    leads: leads.port,
    files: files.port,
    conversations: conversations.port,
    costs: costs.port,
    assistant: assistant.ports,
    accounts: auth.port,
    tenants: tenants.port,
    invitations: users.port,
    keepers,
  }
}
