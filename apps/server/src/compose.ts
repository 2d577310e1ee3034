import { wireAgents } from './features/agents/wire.ts'
import { wireAssistant } from './features/assistant/wire.ts'
import { wireAudit } from './features/audit/wire.ts'
import { wireAuth } from './features/auth/wire.ts'
import { wireCalendar } from './features/calendar/wire.ts'
import { createChannels, wireChannels } from './features/channels/wire.ts'
import { conversationsOfLead } from './features/conversations/of-lead.ts'
import { wireConversations } from './features/conversations/wire.ts'
import { wireDashboard } from './features/dashboard/wire.ts'
import { wireExports } from './features/exports/wire.ts'
import { wireLeads } from './features/leads/wire.ts'
import { wireOnboarding } from './features/onboarding/wire.ts'
import { wirePrivacy } from './features/privacy/wire.ts'
import { wireTenants } from './features/tenants/wire.ts'
import { wireUsers } from './features/users/wire.ts'
import type { Deps, OuterDeps } from './kernel/deps.ts'
import type { Feature } from './kernel/feature.ts'
import type { JobHandlers } from './kernel/job-names.ts'
import type { LiveEvents } from './kernel/realtime/occasions.ts'

/** All features, each with what it needs of the others. `closing`: aborted when the server closes. */
export function compose(outer: OuterDeps, closing: AbortSignal) {
  const deps: Deps = { ...outer, channels: createChannels(outer) }
  const auth = wireAuth(deps)
  const audit = wireAudit(deps)
  const exports = wireExports(deps, { sources: { audit: audit.port.exported } })
  const leads = wireLeads(deps, { conversations: conversationsOfLead })
  const calendar = wireCalendar(deps)
  const conversations = wireConversations(deps, { leads: leads.port, calendar: calendar.port })
  const channels = wireChannels(deps, { conversations: conversations.port })
  const assistant = wireAssistant(deps, { conversations: conversations.port, calendar: calendar.port, closing })
  const agents = wireAgents(deps, { tryAgent: assistant.tryAgent })
  const people = { accounts: auth.port, agents: agents.port }
  const users = wireUsers(deps, people)
  const tenants = wireTenants(deps, people)
  const onboarding = wireOnboarding(deps, people)
  const privacy = wirePrivacy(deps, {
    leads: leads.port,
    conversations: conversations.port,
    conversationsOfLead,
    audit: audit.port,
  })
  const dashboard = wireDashboard(deps)

  const features: readonly Feature[] = [
    auth,
    audit,
    exports,
    leads,
    calendar,
    conversations,
    channels,
    assistant,
    agents,
    users,
    tenants,
    onboarding,
    privacy,
    dashboard,
  ]
  const jobs: JobHandlers = {
    ...auth.jobs,
    ...leads.jobs,
    ...calendar.jobs,
    ...conversations.jobs,
    ...channels.jobs,
    ...exports.jobs,
    ...privacy.jobs,
    ...assistant.jobs,
  }
  const live: LiveEvents = { ...auth.live, ...leads.live, ...conversations.live, ...channels.live, ...exports.live }
  return {
    deps,
    features,
    jobs,
    live,
    door: auth.door,
    leads: leads.port,
    conversations: conversations.port,
    assistant: assistant.ports,
  }
}
