-- :ModwrightPlan [OPTION=VALUE ...]     what a mutator's plan would do
-- :ModwrightTrace [VARIABLE=VALUE ...]  what the rule under the cursor would do
-- :ModwrightLayers ID ...               a ruleset with layers on
-- :ModwrightLocales                     how far a ruleset is translated

if vim.g.loaded_modwright then
  return
end
vim.g.loaded_modwright = true

local function command(name, about, count)
  vim.api.nvim_create_user_command('Modwright' .. name, function(used)
    local done, problem = pcall(require('modwright')[name:lower()], used.fargs)
    if not done then
      vim.notify(problem, vim.log.levels.ERROR)
    end
  end, { nargs = count, desc = about })
end

command('Plan', "Show what a mutator's plan would do", '*')
command('Trace', 'Show what the rule under the cursor would do', '*')
command('Layers', 'Show a ruleset as it plays with layers on', '+')
command('Locales', 'Show how far a ruleset is translated', 0)

-- The code lens above `mutate`.
vim.lsp.commands['modwright.plan'] = function(lens, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  require('modwright').run(lens.command, lens.arguments, nil, client)
end
