import ArrowDown from 'lucide-react/icons/arrow-down'

/** Button that scrolls to the newest message. `hasNewMessages`: whether to show that new messages have arrived. */
export function JumpToEndButton({ hasNewMessages, onPress }: { hasNewMessages: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={hasNewMessages ? 'Ir para o fim: há mensagens novas' : 'Ir para o fim'}
      onClick={onPress}
      className="absolute right-4 bottom-4 z-10 inline-flex size-10 items-center justify-center rounded-full border border-control bg-surface text-ink shadow-float hover:bg-bg"
    >
      <ArrowDown aria-hidden="true" className="size-5" />
      {hasNewMessages && (
        <span data-news className="absolute top-0 right-0 size-2.5 rounded-full border-2 border-surface bg-roma" />
      )}
    </button>
  )
}
