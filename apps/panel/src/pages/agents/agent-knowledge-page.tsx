import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AgentLayout } from '../../features/agents/agent-layout.tsx'
import { agentQueries } from '../../features/agents/queries.ts'
import { AgentKnowledge } from '../../features/knowledge/agent-knowledge.tsx'
import type { UploadKnowledgeFile } from '../../features/knowledge/source-form/upload-knowledge-file.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

/** Uploads a file of a knowledge source with the same lazy code as files in conversations. */
const uploadKnowledgeFile: UploadKnowledgeFile = async (file, options) => {
  const { detectMimeType, uploadFile } = await import('../../features/conversation/composer/files/files-chunk.ts')
  return options.getRejection(await detectMimeType(file)) ?? { id: await uploadFile(file, file.name, options) }
}

export function AgentKnowledgePage() {
  const { agentId = '' } = useParams({ strict: false })
  const list = useQuery(agentQueries.list({ includeSummary: false }))
  const agent = list.data?.find(({ _id }) => _id === agentId)
  if (list.data && agent) {
    return (
      <AgentLayout title={`Conhecimento de ${agent.name}`} agentId={agentId}>
        <AgentKnowledge key={agentId} agent={agent} agents={list.data} uploadFile={uploadKnowledgeFile} />
      </AgentLayout>
    )
  }
  return (
    <AgentLayout title="Conhecimento" agentId={agentId}>
      {list.data ? (
        <EmptyState flush title="Este agente não está mais aqui." />
      ) : list.error ? (
        <LoadError query={list} message="Não foi possível carregar o agente." />
      ) : (
        <Skeleton shape="card" className="h-96 w-full max-w-2xl" />
      )}
    </AgentLayout>
  )
}
