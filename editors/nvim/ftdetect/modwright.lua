-- File types of our own, so that other servers for JSON and YAML do not look at these files, too.

local of = require('modwright.filetypes').of

if vim.fn.has('nvim-0.8') == 1 then
  local function detect(path)
    return of(path)
  end
  vim.filetype.add({
    pattern = {
      ['.*%.json'] = { detect, { priority = 10 } },
      ['.*/oamut%.yaml'] = 'oamut',
    },
    filename = { ['oamut.yaml'] = 'oamut' },
  })
else
  -- The list of patterns is not used by default in 0.7.
  vim.api.nvim_create_autocmd({ 'BufNewFile', 'BufRead' }, {
    pattern = { '*.json', 'oamut.yaml' },
    callback = function(event)
      local found = of(vim.fn.fnamemodify(event.match, ':p'))
      if found then
        vim.bo[event.buf].filetype = found
      end
    end,
  })
end
