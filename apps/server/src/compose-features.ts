import { createAgentsModule } from './features/agents/module.ts'
import { createAssistantModule } from './features/assistant/module.ts'
import { parseMemory } from './features/assistant/turn/decision/turn-decision.ts'
import { extractQuestionsInTime } from './features/assistant/turn/loading/query-knowledge.ts'
import { previewAgent } from './features/assistant/turn/preview-agent.ts'
import { createAuditModule } from './features/audit/module.ts'
import { createAuthModule } from './features/auth/module.ts'
import { createCalendarModule } from './features/calendar/module.ts'
import { createChannelAdapters, createChannelsModule } from './features/channels/module.ts'
import { leadConversations } from './features/conversations/lead-conversations.ts'
import { createConversationsModule } from './features/conversations/module.ts'
import { createCorrectionsModule } from './features/corrections/module.ts'
import { createCostsModule } from './features/costs/module.ts'
import { createDashboardModule } from './features/dashboard/module.ts'
import { createExportsModule } from './features/exports/module.ts'
import { createFilesModule } from './features/files/module.ts'
import { createKnowledgeModule } from './features/knowledge/module.ts'
import { createLeadsModule } from './features/leads/module.ts'
import { createOnboardingModule } from './features/onboarding/module.ts'
import type { ErasureHandlers } from './features/privacy/lead-data/erase-lead.ts'
import { createPrivacyModule } from './features/privacy/module.ts'
import { createSearchModule } from './features/search/module.ts'
import { createTenantsModule } from './features/tenants/module.ts'
import { createUsersModule } from './features/users/module.ts'
import type { Deps } from './platform/deps.ts'
import type { Feature } from './platform/feature.ts'
import type { FinalFailureHandlers, JobHandlers } from './platform/jobs/job-names.ts'
import type { SocketEventSources } from './platform/realtime/broadcasts.ts'

/**
 * Creates all features and gives each the operations of other features that it needs. `closingSignal` is aborted when the server closes.
 */
export function composeFeatures(deps: Deps, closingSignal: AbortSignal) {
  const auth = createAuthModule(deps)
  const audit = createAuditModule(deps)
  const exports = createExportsModule(deps, { sources: { audit: audit.port.exportSource } })
  const files = createFilesModule(deps)
  const knowledge = createKnowledgeModule(deps, { files: files.port })
  const costs = createCostsModule(deps)
  const leads = createLeadsModule(deps, { conversations: leadConversations })
  const calendar = createCalendarModule(deps)
  const channelAdapters = createChannelAdapters(deps, { leads: leads.port, files: files.port, costs: costs.port })
  const conversations = createConversationsModule(deps, {
    leads: leads.port,
    calendar: calendar.port,
    costs: costs.port,
    files: files.port,
    knowledge: knowledge.port,
    channelAdapters,
  })
  const channels = createChannelsModule(deps, {
    conversations: conversations.port,
    costs: costs.port,
    files: files.port,
    leads: leads.port,
  })
  const assistant = createAssistantModule(deps, {
    files: files.port,
    conversations: conversations.port,
    calendar: calendar.port,
    costs: costs.port,
    knowledge: knowledge.port,
    closing: closingSignal,
  })
  const corrections = createCorrectionsModule(deps, {
    knowledge: knowledge.port,
    costs: costs.port,
    assistant: {
      extractQuestions: (messages) => extractQuestionsInTime(assistant.ports.reader, messages),
      previewAgent: (context, ...args) => previewAgent({ ...deps, ...assistant.ports, ...context }, ...args),
      parseMemory: parseMemory,
    },
    closing: closingSignal,
  })
  const agents = createAgentsModule(deps, { previewAgent: assistant.previewAgent, gate: corrections.gate })
  const people = { accounts: auth.port, agents: agents.port }
  const users = createUsersModule(deps, people)
  const tenants = createTenantsModule(deps, { ...people, files: files.port, invitations: users.port })
  const onboarding = createOnboardingModule(deps, { ...people, tenants: tenants.port, invitations: users.port })
  const search = createSearchModule(deps)
  const erasureHandlers: ErasureHandlers = {
    leads: leads.port,
    conversations: conversations.port,
    leadConversations: leadConversations,
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
  const privacy = createPrivacyModule(deps, { erasureHandlers, accounts: auth.port, tenants: tenants.port, audit: audit.port })
  const dashboard = createDashboardModule(deps)

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
  const finalFailureHandlers: FinalFailureHandlers = {
    ...conversations.finalFailureHandlers,
    ...channels.finalFailureHandlers,
    ...exports.finalFailureHandlers,
    ...knowledge.finalFailureHandlers,
    ...assistant.finalFailureHandlers,
    ...corrections.finalFailureHandlers,
  }
  const socketEvents: SocketEventSources = {
    ...auth.socketEvents,
    ...agents.socketEvents,
    ...corrections.socketEvents,
    ...leads.socketEvents,
    ...conversations.socketEvents,
    ...channels.socketEvents,
    ...exports.socketEvents,
    ...knowledge.socketEvents,
    ...costs.socketEvents,
    ...files.socketEvents,
  }
  return {
    features,
    jobs,
    finalFailureHandlers,
    socketEvents,
    authenticator: auth.authenticator,
    channelAdapters,
    leads: leads.port,
    files: files.port,
    conversations: conversations.port,
    costs: costs.port,
    assistant: assistant.ports,
    accounts: auth.port,
    tenants: tenants.port,
    invitations: users.port,
    erasureHandlers,
  }
}
