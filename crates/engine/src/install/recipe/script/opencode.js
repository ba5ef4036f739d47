// Asks mastiff before a tool runs, and throws unless it has answered with yes: an error is what stops a call here.
import { spawn } from "node:child_process"

const gate = "@GATE@"
const places = ["--config", "@CONFIG@", "--state", "@STATE@"]
const ANSWERED = 10
const PATIENCE = 20_000
const SILENT = "mastiff: the gate gave no answer, so this call is denied; a human runs mastiff doctor, or installs mastiff again"

function ask(event, guarded) {
  return new Promise((resolve) => {
    const words = ["hook", "--host", "opencode", ...places, guarded ? "--guarded" : "--after"]
    let said = ""
    let child
    try {
      child = spawn(gate, words, { stdio: ["pipe", "ignore", "pipe"] })
    } catch {
      resolve({ code: null, said })
      return
    }
    const end = (code) => {
      clearTimeout(alarm)
      resolve({ code, said })
    }
    const alarm = setTimeout(() => {
      child.kill("SIGKILL")
      end(null)
    }, PATIENCE)
    child.on("error", () => end(null))
    child.on("close", (code, signal) => end(signal ? null : code))
    child.stderr.on("data", (piece) => (said += piece))
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })
}

function describe(name, input, args, directory) {
  return {
    hook_event_name: name,
    session_id: input.sessionID,
    tool_name: input.tool,
    tool_input: args,
    tool_use_id: input.callID,
    cwd: directory,
  }
}

export const Mastiff = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const { code, said } = await ask(describe("tool.execute.before", input, output.args, directory), true)
    if (code !== ANSWERED) throw new Error(said.trim() || SILENT)
  },
  "tool.execute.after": async (input, output) => {
    await ask(describe("tool.execute.after", input, input.args ?? output.args, directory), false)
  },
})
