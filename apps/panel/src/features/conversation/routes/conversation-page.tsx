import { useParams } from '@tanstack/react-router'

export function ConversationPage() {
  const { leadId, conversationId } = useParams({ strict: false })
  return <section data-lead={leadId} data-conversation={conversationId} />
}
