import { CopyLink } from '../../shared/ui/copy-link.tsx'

/** Where Meta is to bring messages; without it, nothing a lead writes arrives. */
export function WebhookAddress({ url, ready }: { url: string; ready: boolean }) {
  return (
    <div className="mt-4 border-line border-t pt-4">
      {!ready && (
        <p role="note" className="mb-3 rounded-control border border-line px-3 py-2 wrap-anywhere text-ipe text-ui">
          Mensagens ainda não chegam: faltam no servidor as variáveis <code>WHATSAPP_APP_SECRET</code> e{' '}
          <code>WHATSAPP_VERIFY_TOKEN</code>.
        </p>
      )}
      <CopyLink link={url} label="Endereço do webhook" button="Copiar endereço do webhook" />
      <p className="wrap-anywhere text-ink-3 text-meta">
        No app da Meta, em WhatsApp › Configuração, informe este endereço como URL de retorno e, como token de verificação, a
        palavra que está em <code>WHATSAPP_VERIFY_TOKEN</code> no servidor. Assine o campo <code>messages</code>.
      </p>
    </div>
  )
}
