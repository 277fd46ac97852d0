package httpd

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/queryparam"

	"shanmen/internal/base/fault"
)

// operation is a JSON call with its types. huma describes and validates them. It is not generic: huma.Register compiles
// into 350 copies of itself and describes all types at each start, which took half a minute of every build.
type operation struct {
	call    Call
	in, out reflect.Type
	input   func() *input // described at the first request
	run     func(ctx context.Context, in any) (any, error)
}

// input describes how a request becomes the handler's input struct.
type input struct {
	parameters []parameter
	body       []int // index of the field; nil without a body
	required   bool  // the body is required
	schema     *huma.Schema
	registry   huma.Registry // schemas of the body's types
}

// parameter is a field filled from the path, the query or a header.
type parameter struct {
	in, name string
	required bool
	fallback string // the default value
	field    []int
	kind     reflect.Kind
	schema   *huma.Schema
}

func newRegistry() huma.Registry {
	return huma.NewMapRegistry("#/components/schemas/", schemaName)
}

// inputOf describes a handler's input: fields with the tags path, query or header, and a Body. It panics on a field
// that cannot be a parameter.
func inputOf(c Call, t reflect.Type, registry huma.Registry) *input {
	out := &input{registry: registry}
	for _, f := range reflect.VisibleFields(t) {
		p := parameter{field: f.Index, fallback: f.Tag.Get("default"), required: f.Tag.Get("required") == "true", kind: f.Type.Kind()}
		for _, p.in = range []string{"path", "query", "header"} {
			if p.name = f.Tag.Get(p.in); p.name != "" {
				break
			}
		}
		switch {
		case f.Name == "Body":
			out.body = f.Index
			out.required = f.Type.Kind() != reflect.Pointer && f.Type.Kind() != reflect.Interface
			name := operationID(c) + "Request"
			if t.Name() != "" {
				name = t.Name() + "Body"
			}
			out.schema = huma.SchemaFromField(registry, f, name)
			out.schema.PrecomputeMessages()
		case p.name != "":
			p.required = p.required || p.in == "path"
			switch p.kind {
			case reflect.String, reflect.Bool, reflect.Int, reflect.Int64:
			default:
				panic("httpd: " + c.Method + " " + c.Path + ": the parameter " + p.name + " is a " + f.Type.String())
			}
			p.schema = huma.SchemaFromField(registry, f, "")
			out.parameters = append(out.parameters, p)
		}
	}
	return out
}

// fill parses a request into the new input that v points to. Errors in the request are faults.
func (i *input) fill(r *http.Request, v reflect.Value) error {
	path, found := huma.NewPathBuffer(nil, 0), &huma.ValidateResult{}
	for _, p := range i.parameters {
		text := p.text(r)
		path.Reset()
		path.Push(p.in)
		path.Push(p.name)
		if text == "" {
			if p.required {
				found.Add(path, "", "required "+p.in+" parameter is missing")
			}
			continue
		}
		value, err := p.set(v.Elem().FieldByIndex(p.field), text)
		if err != nil {
			found.Add(path, text, "invalid "+p.kind.String())
			continue
		}
		huma.Validate(i.registry, p.schema, path, huma.ModeWriteToServer, value, found)
	}
	if i.body == nil {
		return invalid(found.Errors)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if len(body) == 0 {
		if i.required && len(found.Errors) == 0 {
			return fault.Invalid("invalid-request") // no single field is wrong
		}
		return invalid(found.Errors)
	}
	var parsed any
	if err := huma.DefaultJSONFormat.Unmarshal(body, &parsed); err != nil {
		return fault.Invalid("invalid-request")
	}
	path.Reset()
	path.Push("body")
	huma.Validate(i.registry, i.schema, path, huma.ModeWriteToServer, parsed, found)
	if len(found.Errors) == 0 {
		if err := huma.DefaultJSONFormat.Unmarshal(body, v.Elem().FieldByIndex(i.body).Addr().Interface()); err != nil {
			return fault.Invalid("invalid-request")
		}
	}
	return invalid(found.Errors)
}

func (p parameter) text(r *http.Request) (text string) {
	switch p.in {
	case "path":
		text = r.PathValue(p.name)
	case "query":
		text = queryparam.Get(r.URL.RawQuery, p.name)
	case "header":
		text = r.Header.Get(p.name)
	}
	if text == "" {
		return p.fallback
	}
	return text
}

// set sets a field and returns its value in the form that huma validates.
func (p parameter) set(field reflect.Value, text string) (any, error) {
	switch p.kind {
	case reflect.Bool:
		is, err := strconv.ParseBool(text)
		field.SetBool(is)
		return is, err
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		field.SetInt(n)
		return n, err
	}
	field.SetString(text)
	return text, nil
}

func (s *Server) serve(o *operation) http.HandlerFunc {
	o.input = sync.OnceValue(func() *input { return inputOf(o.call, o.in, newRegistry()) })
	answer := func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		in := reflect.New(o.in)
		err := o.input().fill(r, in)
		x.endDecoding()
		var out any
		if err == nil {
			out, err = o.run(r.Context(), in.Interface())
		}
		x.end()
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.answer(w, r, o.call, out)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if o.call.Shared && s.serveShared(w, r, o.call, answer) {
			return
		}
		defer exchangeOf(r.Context()).end() // also if it panics while it is admitted
		r, err := s.admit(r, o.call)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		answer(w, r)
	}
}

// describe adds the operation to the OpenAPI.
func (o *operation) describe(api *huma.OpenAPI) {
	op := operationOf(o.call)
	schemas := api.Components.Schemas
	in := inputOf(o.call, o.in, schemas)
	for _, p := range in.parameters {
		param := &huma.Param{Name: p.name, Description: p.schema.Description, In: p.in, Required: p.required, Schema: p.schema}
		if p.in == "query" {
			param.Explode = new(bool)
		}
		op.Parameters = append(op.Parameters, param)
	}
	if in.body != nil {
		op.RequestBody = &huma.RequestBody{Required: in.required, Content: jsonOf(in.schema)}
	}
	text := schemas.Schema(reflect.TypeFor[string](), true, "")
	op.Responses = map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK), Headers: map[string]*huma.Param{"Cache-Control": {Schema: text}},
		Content: jsonOf(schemas.Schema(reflect.PointerTo(o.out), true, operationID(o.call)+"Response")),
	}}
	failed := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusInternalServerError}
	if len(in.parameters) > 0 || in.body != nil {
		failed = append(failed, http.StatusUnprocessableEntity)
	}
	refusal := schemas.Schema(reflect.TypeFor[Refusal](), true, "")
	for _, status := range failed {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: jsonOf(refusal)}
	}
	api.AddOperation(op)
}

func jsonOf(s *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: s}}
}
