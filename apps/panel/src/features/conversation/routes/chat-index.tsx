import { EmptyState } from '../../../shared/ui/empty-state.tsx'

const KEYS = [
  { keys: ['j', 'k'], what: 'percorrem a lista' },
  { keys: ['Enter'], what: 'abre a conversa' },
  { keys: ['/'], what: 'pesquisa por telefone' },
  { keys: ['r'], what: 'escreve na conversa aberta' },
  { keys: ['Esc'], what: 'volta à lista' },
]

/** The right pane before a conversation is chosen. */
export function ChatIndex() {
  return (
    <div className="grid h-full content-center justify-items-center gap-2 overflow-y-auto bg-bg">
      <EmptyState title="Escolha uma conversa na lista" className="items-center pb-4">
        O histórico aparece aqui, e você pode acompanhar ou entrar na conversa.
      </EmptyState>
      <dl className="hidden gap-x-3 gap-y-1.5 text-ink-3 text-meta lg:grid lg:grid-cols-[auto_auto]">
        {KEYS.map(({ keys, what }) => (
          <div key={what} className="contents">
            <dt className="flex justify-end gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-5 rounded-[4px] border border-control px-1 text-center font-sans font-semibold text-ink-2"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
