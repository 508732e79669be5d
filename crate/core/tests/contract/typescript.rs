//! Rust source → TypeScript declarations, for exactly what the contract needs.
//!
//! - Only types that derive `Serialize` or `Deserialize` are taken, and constants with a number.
//! - A field of a `Deserialize` struct may be left out when serde would fill it in.
//! - Anything not understood, a serde attribute above all, is an error: better no file than a lie.

use serde_json::Value;
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, Meta, PathArguments, Type};

/// The declarations read so far.
#[derive(Default)]
pub struct Contract {
    declarations: Vec<Declaration>,
}

struct Declaration {
    name: String,
    docs: Vec<String>,
    shape: Shape,
}

enum Shape {
    Constant(String),
    Union(Vec<Variant>),
    Interface(Vec<Field>),
}

struct Variant {
    text: String,
    docs: Vec<String>,
}

struct Field {
    name: String,
    docs: Vec<String>,
    optional: bool,
    kind: Kind,
}

enum Kind {
    Number,
    Text,
    Flag,
    Named(String),
    OrNull(Box<Kind>),
    List(Box<Kind>),
    Tuple(Vec<Kind>),
}

type Result<T> = std::result::Result<T, String>;

impl Contract {
    /// Adds the types of one Rust file.
    pub fn add(&mut self, source: &str) -> Result<()> {
        let file = syn::parse_file(source).map_err(|error| error.to_string())?;
        for item in &file.items {
            if let Some(declaration) = read_item(item)? {
                self.declarations.push(declaration);
            }
        }
        Ok(())
    }

    /// All declarations; an error when one uses a type that is not among them.
    pub fn print(&self) -> Result<String> {
        let mut out = String::new();
        for declaration in &self.declarations {
            self.resolve(declaration)?;
            out.push('\n');
            declaration.print(&mut out);
        }
        Ok(out)
    }

    /// Whether `value` is what the declaration called `name` says: every field there, none more.
    pub fn check_value(&self, name: &str, value: &Value) -> Result<()> {
        let found = self.declarations.iter().find(|declaration| declaration.name == name);
        match (found.map(|declaration| &declaration.shape), value) {
            (Some(Shape::Union(variants)), Value::String(text))
                if variants.iter().any(|v| v.text == *text) =>
            {
                Ok(())
            }
            (Some(Shape::Interface(fields)), Value::Object(map)) if fields.len() == map.len() => {
                fields.iter().try_for_each(|field| {
                    let value = map.get(&field.name).ok_or(format!("{name}.{} is not there", field.name))?;
                    self.check_kind(&field.kind, value).map_err(|error| format!("{}: {error}", field.name))
                })
            }
            _ => Err(format!("is no {name}: {value}")),
        }
    }

    fn check_kind(&self, kind: &Kind, value: &Value) -> Result<()> {
        match (kind, value) {
            (Kind::Number, Value::Number(_))
            | (Kind::Text, Value::String(_))
            | (Kind::Flag, Value::Bool(_)) => Ok(()),
            (Kind::OrNull(_), Value::Null) => Ok(()),
            (Kind::OrNull(inside), value) => self.check_kind(inside, value),
            (Kind::List(inside), Value::Array(list)) => {
                list.iter().try_for_each(|value| self.check_kind(inside, value))
            }
            (Kind::Tuple(parts), Value::Array(list)) if parts.len() == list.len() => {
                parts.iter().zip(list).try_for_each(|(part, value)| self.check_kind(part, value))
            }
            (Kind::Named(name), value) => self.check_value(name, value),
            _ => Err(format!("is no {}: {value}", kind.print())),
        }
    }

    fn resolve(&self, declaration: &Declaration) -> Result<()> {
        let Shape::Interface(fields) = &declaration.shape else { return Ok(()) };
        for field in fields {
            for name in field.kind.names() {
                if !self.declarations.iter().any(|known| known.name == name) {
                    return Err(format!(
                        "{}.{} has type {name}, which crosses no border",
                        declaration.name, field.name
                    ));
                }
            }
        }
        Ok(())
    }
}

fn read_item(item: &Item) -> Result<Option<Declaration>> {
    let (name, attributes, shape) = match item {
        Item::Const(item) => match read_number(&item.expr) {
            Some(number) if matches!(item.vis, syn::Visibility::Public(_)) => {
                (&item.ident, &item.attrs, Shape::Constant(number))
            }
            _ => return Ok(None),
        },
        Item::Struct(item) if !derives(&item.attrs).is_empty() => {
            (&item.ident, &item.attrs, read_struct(item)?)
        }
        Item::Enum(item) if !derives(&item.attrs).is_empty() => (&item.ident, &item.attrs, read_enum(item)?),
        _ => return Ok(None),
    };
    Ok(Some(Declaration { name: name.to_string(), docs: read_docs(attributes), shape }))
}

fn read_number(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(number.base10_digits().to_string()),
            _ => None,
        },
        _ => None,
    }
}

fn read_struct(item: &syn::ItemStruct) -> Result<Shape> {
    let serde = read_serde(&item.attrs)?;
    let input = derives(&item.attrs).contains(&"Deserialize".to_string());
    let Fields::Named(fields) = &item.fields else {
        return Err(format!("{} has fields without names", item.ident));
    };
    let mut out = Vec::new();
    for field in &fields.named {
        let own = read_serde(&field.attrs)?;
        let kind = read_kind(&field.ty)?;
        let rust_name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let nullable = matches!(kind, Kind::OrNull(_));
        out.push(Field {
            name: own.rename.map_or_else(|| serde.case.field(&rust_name), Ok)?,
            docs: read_docs(&field.attrs),
            optional: input && (serde.default || own.default || nullable),
            kind,
        });
    }
    Ok(Shape::Interface(out))
}

fn read_enum(item: &syn::ItemEnum) -> Result<Shape> {
    let serde = read_serde(&item.attrs)?;
    let mut out = Vec::new();
    for variant in &item.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(format!("{}::{} carries data", item.ident, variant.ident));
        }
        let own = read_serde(&variant.attrs)?;
        let text = own.rename.map_or_else(|| serde.case.variant(&variant.ident.to_string()), Ok)?;
        out.push(Variant { text, docs: read_docs(&variant.attrs) });
    }
    Ok(Shape::Union(out))
}

fn read_kind(kind: &Type) -> Result<Kind> {
    match kind {
        Type::Tuple(tuple) => tuple.elems.iter().map(read_kind).collect::<Result<_>>().map(Kind::Tuple),
        Type::Path(path) => {
            let segment = path.path.segments.last().ok_or("an empty path")?;
            let inside = |arguments: &PathArguments| match arguments {
                PathArguments::AngleBracketed(list) => match list.args.first() {
                    Some(GenericArgument::Type(inside)) => read_kind(inside).map(Box::new),
                    _ => Err(format!("{} of what?", segment.ident)),
                },
                _ => Err(format!("{} of what?", segment.ident)),
            };
            match segment.ident.to_string().as_str() {
                "f64" | "u32" => Ok(Kind::Number),
                "String" => Ok(Kind::Text),
                "bool" => Ok(Kind::Flag),
                "Option" => inside(&segment.arguments).map(Kind::OrNull),
                "Vec" => inside(&segment.arguments).map(Kind::List),
                name if segment.arguments.is_empty() => Ok(Kind::Named(name.to_string())),
                name => Err(format!("{name} with parameters does not cross the border")),
            }
        }
        _ => Err("a type that is neither a path nor a tuple".to_string()),
    }
}

fn derives(attributes: &[Attribute]) -> Vec<String> {
    let mut out = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let _ = attribute.parse_nested_meta(|meta| {
            out.extend(meta.path.segments.last().map(|segment| segment.ident.to_string()));
            Ok(())
        });
    }
    out.retain(|name| name == "Serialize" || name == "Deserialize");
    out
}

fn read_docs(attributes: &[Attribute]) -> Vec<String> {
    let mut out = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        if let Expr::Lit(literal) = &pair.value
            && let Lit::Str(text) = &literal.lit
        {
            out.push(text.value().trim().replace("*/", "*\\/"));
        }
    }
    out
}

/// What the serde attributes of one item say.
#[derive(Default)]
struct Serde {
    case: Case,
    rename: Option<String>,
    default: bool,
}

fn read_serde(attributes: &[Attribute]) -> Result<Serde> {
    let mut out = Serde::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let read = attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match name.as_str() {
                "rename_all" => out.case = Case(meta.value()?.parse::<syn::LitStr>()?.value()),
                "rename" => out.rename = Some(meta.value()?.parse::<syn::LitStr>()?.value()),
                "default" => out.default = true,
                // Says what happens to names that are not in the interface: nothing to print.
                "deny_unknown_fields" => {}
                other => return Err(meta.error(format!("serde attribute {other} is not understood"))),
            }
            Ok(())
        });
        read.map_err(|error| error.to_string())?;
    }
    Ok(out)
}

/// The value of `rename_all`, empty when absent.
#[derive(Default)]
struct Case(String);

impl Case {
    fn field(&self, name: &str) -> Result<String> {
        match self.0.as_str() {
            "" | "snake_case" => Ok(name.to_string()),
            "camelCase" => {
                let mut words = name.split('_');
                let first = words.next().unwrap_or_default().to_string();
                Ok(words.fold(first, |done, word| done + &capitalize(word)))
            }
            other => Err(format!("rename_all = {other} is not understood")),
        }
    }

    fn variant(&self, name: &str) -> Result<String> {
        match self.0.as_str() {
            "" => Ok(name.to_string()),
            "snake_case" => {
                let mut out = String::new();
                for (index, letter) in name.char_indices() {
                    if letter.is_uppercase() && index > 0 {
                        out.push('_');
                    }
                    out.extend(letter.to_lowercase());
                }
                Ok(out)
            }
            other => Err(format!("rename_all = {other} is not understood")),
        }
    }
}

fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Kind {
    fn print(&self) -> String {
        match self {
            Kind::Number => "number".to_string(),
            Kind::Text => "string".to_string(),
            Kind::Flag => "boolean".to_string(),
            Kind::Named(name) => name.clone(),
            Kind::OrNull(inside) => format!("{} | null", inside.print()),
            // The form that Grafana's lint rule `array-type: array-simple` asks for.
            Kind::List(inside) if inside.is_simple() => format!("{}[]", inside.print()),
            Kind::List(inside) => format!("Array<{}>", inside.print()),
            Kind::Tuple(parts) => {
                format!("[{}]", parts.iter().map(Kind::print).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn is_simple(&self) -> bool {
        matches!(self, Kind::Number | Kind::Text | Kind::Flag | Kind::Named(_))
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Kind::Named(name) => vec![name],
            Kind::OrNull(inside) | Kind::List(inside) => inside.names(),
            Kind::Tuple(parts) => parts.iter().flat_map(Kind::names).collect(),
            _ => Vec::new(),
        }
    }
}

impl Declaration {
    fn print(&self, out: &mut String) {
        print_docs(&self.docs, "", out);
        let name = &self.name;
        match &self.shape {
            Shape::Constant(number) => *out += &format!("export const {name} = {number};\n"),
            Shape::Union(variants) => {
                *out += &format!("export type {name} =\n");
                for (index, variant) in variants.iter().enumerate() {
                    print_docs(&variant.docs, "  ", out);
                    let end = if index + 1 == variants.len() { ";" } else { "" };
                    *out += &format!("  | '{}'{end}\n", variant.text);
                }
            }
            Shape::Interface(fields) => {
                *out += &format!("export interface {name} {{\n");
                for field in fields {
                    print_docs(&field.docs, "  ", out);
                    let mark = if field.optional { "?" } else { "" };
                    *out += &format!("  {}{mark}: {};\n", field.name, field.kind.print());
                }
                *out += "}\n";
            }
        }
    }
}

fn print_docs(docs: &[String], indent: &str, out: &mut String) {
    match docs {
        [] => {}
        [line] => *out += &format!("{indent}/** {line} */\n"),
        lines => {
            *out += &format!("{indent}/**\n");
            for line in lines {
                *out += format!("{indent} * {line}").trim_end();
                out.push('\n');
            }
            *out += &format!("{indent} */\n");
        }
    }
}
