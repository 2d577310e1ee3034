import { CSPProvider } from '@base-ui/react/csp-provider'
import type { Agent } from '@prosa/contract/entities/agent'
import { hasPermission } from '@prosa/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isMissing } from '../../shared/api/missing.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { LinkNumberDialog } from './number-dialogs.tsx'
import { NumberRow } from './number-row.tsx'
import { channelQueries } from './queries.ts'
import { WebhookAddress } from './webhook-address.tsx'

/** A number that Meta refuses, or takes again, shows it at once. */
function useHeardChannels(): void {
  const client = useQueryClient()
  useEffect(
    () => onServerEvent('channel_updated', () => void client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })),
    [client],
  )
}

/** The tenant's WhatsApp numbers, for who may set them up; not there where the provider has none of this. */
export function WhatsappCard({ agents }: { agents: readonly Agent[] }) {
  const may = useSession(({ user }) => user !== null && hasPermission(user, 'agents:write'))
  const [isLinking, setLinking] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...channelQueries.whatsapp(), enabled: may })
  useHeardChannels()
  if (!may || isMissing(error)) return null
  return (
    <CSPProvider disableStyleElements>
      <Card title="WhatsApp" description="Os números da organização na API do WhatsApp, cada um com o agente que atende nele.">
        {!data && !error && <Skeleton className="h-36" />}
        {!data && error && (
          <div className="flex flex-wrap items-center gap-3 text-roma text-ui">
            <span role="alert">{reasonOf(error, 'Não foi possível buscar os números.')}</span>
            <Button busy={isFetching} onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          </div>
        )}
        {data && (
          <>
            {data.numbers.length === 0 ? (
              <p className="mb-4 text-ink-2 text-ui">Nenhum número ligado: os agentes atendem só no chat do site.</p>
            ) : (
              <ul aria-label="Números de WhatsApp" className="mb-2">
                {data.numbers.map((number) => (
                  <NumberRow key={number.id} number={number} agents={agents} />
                ))}
              </ul>
            )}
            <Button onClick={() => setLinking(true)}>Ligar número</Button>
            <WebhookAddress {...data.webhook} />
            <LinkNumberDialog agents={agents} open={isLinking} onOpenChange={setLinking} />
          </>
        )}
      </Card>
    </CSPProvider>
  )
}
