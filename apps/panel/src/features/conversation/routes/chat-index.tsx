export function ChatIndex() {
  return <p>Escolha uma conversa na lista.</p>
}
