import { CopyLink } from '../../shared/ui/copy-link.tsx'

/** Where Meta is to bring messages; without it, nothing a lead writes arrives. */
export function WebhookAddress({ url, ready }: { url: string; ready: boolean }) {
  return (
    <div className="mt-4 border-line border-t pt-4">
      {!ready && (
        <div role="note" className="wrap-anywhere mb-3 rounded-control border border-line px-3 py-2 text-ui">
          <p className="text-ipe">Mensagens ainda não chegam. Peça a quem cuida do servidor que termine a configuração.</p>
          <details className="mt-1 text-ink-2">
            <summary className="min-h-6 w-fit cursor-pointer coarse:py-3">O que falta no servidor</summary>
            As variáveis <code>WHATSAPP_APP_SECRET</code> e <code>WHATSAPP_VERIFY_TOKEN</code>.
          </details>
        </div>
      )}
      <CopyLink link={url} label="Endereço do webhook" button="Copiar endereço do webhook" />
      <p className="wrap-anywhere text-ink-3 text-meta">
        No app da Meta, em WhatsApp › Configuração, informe este endereço como URL de retorno e, como token de verificação, a
        palavra que está em <code>WHATSAPP_VERIFY_TOKEN</code> no servidor. Assine o campo <code>messages</code>.
      </p>
    </div>
  )
}
