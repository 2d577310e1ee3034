import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { tellPort } from './listening.ts'

/** Socket.IO as it comes, with the settings of ours that cost or save memory. */
const server = createServer()
const io = new Server(server, { serveClient: false, perMessageDeflate: false, maxHttpBufferSize: 64 * 1024 })
io.on('connection', () => {})
tellPort(server)
