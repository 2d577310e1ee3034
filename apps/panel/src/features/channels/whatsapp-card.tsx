import { CSPProvider } from '@base-ui/react/csp-provider'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { hasPermission } from '@prosa/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { LinkNumberDialog } from './numbers/number-dialogs.tsx'
import { NumberRow } from './numbers/number-row.tsx'
import { channelQueries } from './queries.ts'
import { IncompleteSignups } from './signup/incomplete-signups.tsx'
import { useChannelEvents } from './use-channel-events.ts'
import { WebhookUrl } from './webhook-url.tsx'

const [SignupDialog, preloadSignup] = lazyComponent(() => import('./signup/signup-dialog.tsx'))
const [UnclaimedAccounts] = lazyComponent(() => import('./signup/unclaimed-accounts.tsx'))

/** Card of the organisation's WhatsApp numbers, for users who may manage them. Hidden if the server does not support WhatsApp numbers. */
export function WhatsappCard({ agents }: { agents: readonly Agent[] }) {
  const canManage = useSession(({ user }) => user !== null && hasPermission(user, 'agents:write'))
  const hasSignup = useSession(({ user }) => user?.capabilities?.includes('signup') ?? false)
  const isPlatform = useSession(({ user }) => user?.tenant.platform === true && user.role === 'staff')
  const [isLinking, setLinking] = useState(false)
  const [signup, setSignup] = useState<{ incompleteSignupId: string | null; open: boolean; openCount: number } | null>(null)
  const query = useQuery({ ...channelQueries.whatsapp(), enabled: canManage })
  const { data, error } = query
  useChannelEvents()
  if (!canManage || isNotImplemented(error)) return null
  // A new key remounts the dialog, so that it does not keep earlier choices.
  const openSignup = (incompleteSignupId: string | null) =>
    setSignup({ incompleteSignupId, open: true, openCount: (signup?.openCount ?? 0) + 1 })
  return (
    <CSPProvider disableStyleElements>
      <Card title="WhatsApp" description="Os números da organização na API do WhatsApp, cada um com o agente que atende nele.">
        {!data && !error && <Skeleton className="h-36" />}
        {!data && error && <LoadError query={query} message="Não foi possível buscar os números." />}
        {data && (
          <>
            {hasSignup && <IncompleteSignups signups={data.signups ?? []} onContinue={openSignup} />}
            {data.numbers.length === 0 ? (
              <p className="mb-4 text-ink-2 text-ui">Nenhum número conectado.</p>
            ) : (
              <ul aria-label="Números de WhatsApp" className="mb-2">
                {data.numbers.map((number) => (
                  <NumberRow
                    key={number.id}
                    number={number}
                    agents={agents}
                    // A WhatsApp number with its own Meta app is reconnected by the form, with its access token and secret.
                    onReconnect={hasSignup && !number.webhook?.verify_word ? () => openSignup(null) : undefined}
                  />
                ))}
              </ul>
            )}
            {hasSignup ? (
              <Button onPointerEnter={preloadSignup} onFocus={preloadSignup} onClick={() => openSignup(null)}>
                Conectar WhatsApp
              </Button>
            ) : (
              <Button onClick={() => setLinking(true)}>Conectar WhatsApp</Button>
            )}
            <WebhookUrl {...data.webhook} />
            <LinkNumberDialog agents={agents} open={isLinking} onOpenChange={setLinking} />
            {signup && (
              <Suspense>
                <SignupDialog
                  key={signup.openCount}
                  agents={agents}
                  incompleteSignupId={signup.incompleteSignupId}
                  open={signup.open}
                  onOpenChange={(open) => setSignup({ ...signup, open })}
                  onOwnApp={() => {
                    setSignup({ ...signup, open: false })
                    setLinking(true)
                  }}
                />
              </Suspense>
            )}
          </>
        )}
      </Card>
      {hasSignup && isPlatform && (
        <Suspense>
          <UnclaimedAccounts />
        </Suspense>
      )}
    </CSPProvider>
  )
}
