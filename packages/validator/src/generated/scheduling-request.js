// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
import { codePointLength } from '../code-point-length.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","required":["requestId","cascadeId","subscriberFilter","content"],"properties":{"requestId":{"type":"string","format":"uuid","x-problem":{"format":{"code":"matched-template-not-found","rule":1},"type":{"code":"matched-template-not-found","rule":1}}},"cascadeId":{"type":"integer","x-problem":{"type":{"code":"matched-template-not-found","rule":2}}},"subscriberFilter":{"$ref":"#/$defs/SubscriberFilter"},"content":{"$ref":"#/$defs/Content"},"comment":{"type":["string","null"],"pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":4096,"x-problem":{"maxLength":"matched-template-not-found","pattern":{"code":"matched-template-not-found","detail":"/comment: must have neither U+0000 nor half of a surrogate pair"}}},"startTime":{"type":["string","null"],"format":"date-time"}},"x-problem":{"required":{"content":"content-not-specified","requestId":{"code":"matched-template-not-found","rule":1},"cascadeId":{"code":"matched-template-not-found","rule":2},"subscriberFilter":"matched-template-not-found"},"type":{"code":"matched-template-not-found","rule":1}},"additionalProperties":true};
const formats0 = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const formats2 = /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;
const schema33 = {"type":"object","required":["address","type"],"properties":{"address":{"type":"string","pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":1024,"x-problem":{"maxLength":"matched-template-not-found","pattern":{"code":"matched-template-not-found","detail":"/subscriberFilter/address: must have neither U+0000 nor half of a surrogate pair"}}},"type":{"$ref":"#/$defs/AddressType"}},"x-problem":{"required":{"address":"matched-template-not-found","type":"matched-template-not-found"}},"additionalProperties":true};
const schema34 = {"type":"string","pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":64,"x-problem":{"maxLength":"matched-template-not-found","pattern":{"code":"matched-template-not-found","detail":"/subscriberFilter/type: must have neither U+0000 nor half of a surrogate pair"}}};
const func1 = codePointLength;
const pattern4 = new RegExp("^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.address === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "address"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.type === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "type"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(data.address !== undefined){
let data0 = data.address;
if(typeof data0 === "string"){
if(func1(data0) > 1024){
const err2 = {instancePath:instancePath+"/address",keyword:"maxLength",params:{limit: 1024},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/address",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
else {
const err4 = {instancePath:instancePath+"/address",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
}
if(data.type !== undefined){
let data1 = data.type;
if(typeof data1 === "string"){
if(func1(data1) > 64){
const err5 = {instancePath:instancePath+"/type",keyword:"maxLength",params:{limit: 64},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/type",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
else {
const err7 = {instancePath:instancePath+"/type",keyword:"type",params:{type: "string"},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema35 = {"type":"object","properties":{"smsContent":{"$ref":"#/$defs/SmsContent"},"chatoneContent":{"$ref":"#/$defs/ChatoneContent"},"chattwoContent":{"$ref":"#/$defs/ChattwoContent"}},"anyOf":[{"required":["smsContent"],"properties":{"smsContent":{"type":"object"}},"additionalProperties":true},{"required":["chatoneContent"],"properties":{"chatoneContent":{"type":"object"}},"additionalProperties":true},{"required":["chattwoContent"],"properties":{"chattwoContent":{"type":"object"}},"additionalProperties":true}],"x-problem":{"anyOf":"content-not-specified","type":{"code":"matched-template-not-found","rule":3}},"additionalProperties":true};
const schema36 = {"allOf":[{"$ref":"#/$defs/ChannelContent"}]};
const schema37 = {"type":"object","required":["contentType"],"properties":{"contentType":{"$ref":"#/$defs/ContentType","minLength":1,"x-problem":{"minLength":"contentType-not-specified"}},"text":{"type":"string","minLength":1,"x-problem":{"minLength":"text-not-specified"}},"caption":{"type":"string","minLength":1,"x-problem":{"minLength":"caption-not-specified"}},"action":{"$ref":"#/$defs/Action"},"attachmentName":{"type":"string","maxLength":70,"x-problem":{"maxLength":"attachmentName-is-too-long"}},"attachmentUrl":{"type":"string"},"footer":{"anyOf":[{"type":"object"},{"type":"string"},{"type":"null"}]},"latitude":{"type":"number"},"longitude":{"type":"number"},"listPicker":{"$ref":"#/$defs/ListPicker"}},"additionalProperties":true,"dependentRequired":{"longitude":["latitude"],"latitude":["longitude"]},"allOf":[{"if":{"required":["contentType"],"properties":{"contentType":{"const":"TEXT"}},"additionalProperties":true},"then":{"required":["text"],"properties":{"text":{}},"additionalProperties":true,"x-problem":{"required":{"text":"text-not-specified"}}}},{"if":{"required":["contentType"],"properties":{"contentType":{"const":"BUTTON"}},"additionalProperties":true},"then":{"required":["caption","action"],"properties":{"caption":{},"action":{}},"additionalProperties":true,"x-problem":{"required":{"caption":"caption-not-specified","action":"action-not-specified"}}}},{"if":{"required":["contentType"],"properties":{"contentType":{"const":"DOCUMENT"}},"additionalProperties":true},"then":{"required":["attachmentName"],"properties":{"attachmentName":{"minLength":1,"x-problem":{"minLength":"attachmentName-not-specified"}}},"additionalProperties":true,"x-problem":{"required":{"attachmentName":"attachmentName-not-specified"}}}},{"if":{"required":["contentType"],"properties":{"contentType":{"const":"LOCATION"}},"additionalProperties":true},"then":{"required":["latitude","longitude"],"properties":{"latitude":{},"longitude":{}},"additionalProperties":true,"x-problem":{"required":{"latitude":"latitude-not-specified","longitude":"longitude-not-specified"}}}}],"x-problem":{"required":{"contentType":"contentType-not-specified"},"dependentRequired":{"latitude":"latitude-not-specified","longitude":"longitude-not-specified"}}};
const schema38 = {"type":"string"};
const schema39 = {"minLength":1,"anyOf":[{"type":"object"},{"type":"string"}],"x-problem":{"anyOf":"matched-template-not-found","minLength":"action-not-specified"}};
const schema40 = {"type":"object","properties":{"sections":{"type":"array","items":{"$ref":"#/$defs/ListPickerSection"}}},"additionalProperties":true};
const schema41 = {"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/ListPickerItem"}}},"additionalProperties":true};
const schema42 = {"type":"object","properties":{"title":{"type":"string","maxLength":24,"x-problem":{"maxLength":"template-parameter-is-not-valid"}},"subtitle":{"type":"string","maxLength":24,"x-problem":{"maxLength":"template-parameter-is-not-valid"}}},"additionalProperties":true};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.items !== undefined){
let data0 = data.items;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.title !== undefined){
let data2 = data1.title;
if(typeof data2 === "string"){
if(func1(data2) > 24){
const err0 = {instancePath:instancePath+"/items/" + i0+"/title",keyword:"maxLength",params:{limit: 24},parentSchema:schema42.properties.title,data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
}
else {
const err1 = {instancePath:instancePath+"/items/" + i0+"/title",keyword:"type",params:{type: "string"},parentSchema:schema42.properties.title,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
}
if(data1.subtitle !== undefined){
let data3 = data1.subtitle;
if(typeof data3 === "string"){
if(func1(data3) > 24){
const err2 = {instancePath:instancePath+"/items/" + i0+"/subtitle",keyword:"maxLength",params:{limit: 24},parentSchema:schema42.properties.subtitle,data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
else {
const err3 = {instancePath:instancePath+"/items/" + i0+"/subtitle",keyword:"type",params:{type: "string"},parentSchema:schema42.properties.subtitle,data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/items/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema42,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/items",keyword:"type",params:{type: "array"},parentSchema:schema41.properties.items,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.sections !== undefined){
let data0 = data.sections;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate28(data0[i0], {instancePath:instancePath+"/sections/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath:instancePath+"/sections",keyword:"type",params:{type: "array"},parentSchema:schema40.properties.sections,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.contentType === undefined) && (missing0 = "contentType")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
else {
if(data.contentType !== undefined){
if("TEXT" !== data.contentType){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.text === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "text"},parentSchema:schema37.allOf[0].then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
var _valid0 = _errs6 === errors;
valid1 = _valid0;
}
if(!valid1){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema37.allOf[0],data};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
const _errs9 = errors;
let valid3 = true;
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.contentType === undefined) && (missing1 = "contentType")){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
else {
if(data.contentType !== undefined){
if("BUTTON" !== data.contentType){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
}
}
var _valid1 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.caption === undefined){
const err6 = {instancePath,keyword:"required",params:{missingProperty: "caption"},parentSchema:schema37.allOf[1].then,data};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
if(data.action === undefined){
const err7 = {instancePath,keyword:"required",params:{missingProperty: "action"},parentSchema:schema37.allOf[1].then,data};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
}
var _valid1 = _errs13 === errors;
valid3 = _valid1;
}
if(!valid3){
const err8 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema37.allOf[1],data};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
const _errs16 = errors;
let valid5 = true;
const _errs17 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.contentType === undefined) && (missing2 = "contentType")){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
else {
if(data.contentType !== undefined){
if("DOCUMENT" !== data.contentType){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
}
}
}
var _valid2 = _errs17 === errors;
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs20 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.attachmentName === undefined){
const err11 = {instancePath,keyword:"required",params:{missingProperty: "attachmentName"},parentSchema:schema37.allOf[2].then,data};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
if(data.attachmentName !== undefined){
let data3 = data.attachmentName;
if(typeof data3 === "string"){
if(func1(data3) < 1){
const err12 = {instancePath:instancePath+"/attachmentName",keyword:"minLength",params:{limit: 1},parentSchema:schema37.allOf[2].then.properties.attachmentName,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
}
}
}
var _valid2 = _errs20 === errors;
valid5 = _valid2;
}
if(!valid5){
const err13 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema37.allOf[2],data};
if(vErrors === null){
vErrors = [err13];
}
else {
keepError(vErrors, err13);
}
errors = vErrors.length;
}
const _errs24 = errors;
let valid8 = true;
const _errs25 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.contentType === undefined) && (missing3 = "contentType")){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
keepError(vErrors, err14);
}
errors = vErrors.length;
}
else {
if(data.contentType !== undefined){
if("LOCATION" !== data.contentType){
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
keepError(vErrors, err15);
}
errors = vErrors.length;
}
}
}
}
var _valid3 = _errs25 === errors;
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs28 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.latitude === undefined){
const err16 = {instancePath,keyword:"required",params:{missingProperty: "latitude"},parentSchema:schema37.allOf[3].then,data};
if(vErrors === null){
vErrors = [err16];
}
else {
keepError(vErrors, err16);
}
errors = vErrors.length;
}
if(data.longitude === undefined){
const err17 = {instancePath,keyword:"required",params:{missingProperty: "longitude"},parentSchema:schema37.allOf[3].then,data};
if(vErrors === null){
vErrors = [err17];
}
else {
keepError(vErrors, err17);
}
errors = vErrors.length;
}
}
var _valid3 = _errs28 === errors;
valid8 = _valid3;
}
if(!valid8){
const err18 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema37.allOf[3],data};
if(vErrors === null){
vErrors = [err18];
}
else {
keepError(vErrors, err18);
}
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contentType === undefined){
const err19 = {instancePath,keyword:"required",params:{missingProperty: "contentType"},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err19];
}
else {
keepError(vErrors, err19);
}
errors = vErrors.length;
}
if(data.contentType !== undefined){
let data5 = data.contentType;
if(typeof data5 !== "string"){
const err20 = {instancePath:instancePath+"/contentType",keyword:"type",params:{type: "string"},parentSchema:schema38,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
keepError(vErrors, err20);
}
errors = vErrors.length;
}
if(typeof data5 === "string"){
if(func1(data5) < 1){
const err21 = {instancePath:instancePath+"/contentType",keyword:"minLength",params:{limit: 1},parentSchema:schema37.properties.contentType,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
keepError(vErrors, err21);
}
errors = vErrors.length;
}
}
}
if(data.text !== undefined){
let data6 = data.text;
if(typeof data6 === "string"){
if(func1(data6) < 1){
const err22 = {instancePath:instancePath+"/text",keyword:"minLength",params:{limit: 1},parentSchema:schema37.properties.text,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
keepError(vErrors, err22);
}
errors = vErrors.length;
}
}
else {
const err23 = {instancePath:instancePath+"/text",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.text,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
keepError(vErrors, err23);
}
errors = vErrors.length;
}
}
if(data.caption !== undefined){
let data7 = data.caption;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err24 = {instancePath:instancePath+"/caption",keyword:"minLength",params:{limit: 1},parentSchema:schema37.properties.caption,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
keepError(vErrors, err24);
}
errors = vErrors.length;
}
}
else {
const err25 = {instancePath:instancePath+"/caption",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.caption,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
keepError(vErrors, err25);
}
errors = vErrors.length;
}
}
if(data.action !== undefined){
let data8 = data.action;
const _errs40 = errors;
let valid13 = false;
const _errs41 = errors;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err26 = {instancePath:instancePath+"/action",keyword:"type",params:{type: "object"},parentSchema:schema39.anyOf[0],data:data8};
if(vErrors === null){
vErrors = [err26];
}
else {
keepError(vErrors, err26);
}
errors = vErrors.length;
}
var _valid4 = _errs41 === errors;
valid13 = valid13 || _valid4;
const _errs43 = errors;
if(typeof data8 !== "string"){
const err27 = {instancePath:instancePath+"/action",keyword:"type",params:{type: "string"},parentSchema:schema39.anyOf[1],data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
keepError(vErrors, err27);
}
errors = vErrors.length;
}
var _valid4 = _errs43 === errors;
valid13 = valid13 || _valid4;
if(!valid13){
const err28 = {instancePath:instancePath+"/action",keyword:"anyOf",params:{},parentSchema:schema39,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
keepError(vErrors, err28);
}
errors = vErrors.length;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
if(typeof data8 === "string"){
if(func1(data8) < 1){
const err29 = {instancePath:instancePath+"/action",keyword:"minLength",params:{limit: 1},parentSchema:schema39,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
keepError(vErrors, err29);
}
errors = vErrors.length;
}
}
}
if(data.attachmentName !== undefined){
let data9 = data.attachmentName;
if(typeof data9 === "string"){
if(func1(data9) > 70){
const err30 = {instancePath:instancePath+"/attachmentName",keyword:"maxLength",params:{limit: 70},parentSchema:schema37.properties.attachmentName,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
keepError(vErrors, err30);
}
errors = vErrors.length;
}
}
else {
const err31 = {instancePath:instancePath+"/attachmentName",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.attachmentName,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
keepError(vErrors, err31);
}
errors = vErrors.length;
}
}
if(data.attachmentUrl !== undefined){
let data10 = data.attachmentUrl;
if(typeof data10 !== "string"){
const err32 = {instancePath:instancePath+"/attachmentUrl",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.attachmentUrl,data:data10};
if(vErrors === null){
vErrors = [err32];
}
else {
keepError(vErrors, err32);
}
errors = vErrors.length;
}
}
if(data.footer !== undefined){
let data11 = data.footer;
const _errs50 = errors;
let valid14 = false;
const _errs51 = errors;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
const err33 = {instancePath:instancePath+"/footer",keyword:"type",params:{type: "object"},parentSchema:schema37.properties.footer.anyOf[0],data:data11};
if(vErrors === null){
vErrors = [err33];
}
else {
keepError(vErrors, err33);
}
errors = vErrors.length;
}
var _valid5 = _errs51 === errors;
valid14 = valid14 || _valid5;
const _errs53 = errors;
if(typeof data11 !== "string"){
const err34 = {instancePath:instancePath+"/footer",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.footer.anyOf[1],data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
keepError(vErrors, err34);
}
errors = vErrors.length;
}
var _valid5 = _errs53 === errors;
valid14 = valid14 || _valid5;
const _errs55 = errors;
if(data11 !== null){
const err35 = {instancePath:instancePath+"/footer",keyword:"type",params:{type: "null"},parentSchema:schema37.properties.footer.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err35];
}
else {
keepError(vErrors, err35);
}
errors = vErrors.length;
}
var _valid5 = _errs55 === errors;
valid14 = valid14 || _valid5;
if(!valid14){
const err36 = {instancePath:instancePath+"/footer",keyword:"anyOf",params:{},parentSchema:schema37.properties.footer,data:data11};
if(vErrors === null){
vErrors = [err36];
}
else {
keepError(vErrors, err36);
}
errors = vErrors.length;
}
else {
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
}
}
if(data.latitude !== undefined){
let data12 = data.latitude;
if(!((typeof data12 == "number") && (isFinite(data12)))){
const err37 = {instancePath:instancePath+"/latitude",keyword:"type",params:{type: "number"},parentSchema:schema37.properties.latitude,data:data12};
if(vErrors === null){
vErrors = [err37];
}
else {
keepError(vErrors, err37);
}
errors = vErrors.length;
}
}
if(data.longitude !== undefined){
let data13 = data.longitude;
if(!((typeof data13 == "number") && (isFinite(data13)))){
const err38 = {instancePath:instancePath+"/longitude",keyword:"type",params:{type: "number"},parentSchema:schema37.properties.longitude,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
keepError(vErrors, err38);
}
errors = vErrors.length;
}
}
if(data.listPicker !== undefined){
if(!(validate27(data.listPicker, {instancePath:instancePath+"/listPicker",parentData:data,parentDataProperty:"listPicker",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate27.errors);
errors = vErrors.length;
}
}
if(data.longitude !== undefined){
if(data.latitude === undefined){
const err39 = {instancePath,keyword:"dependentRequired",params:{property: "longitude",
    missingProperty: "latitude",
    depsCount: 1,
    deps: "latitude"},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err39];
}
else {
keepError(vErrors, err39);
}
errors = vErrors.length;
}
}
if(data.latitude !== undefined){
if(data.longitude === undefined){
const err40 = {instancePath,keyword:"dependentRequired",params:{property: "latitude",
    missingProperty: "longitude",
    depsCount: 1,
    deps: "longitude"},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err40];
}
else {
keepError(vErrors, err40);
}
errors = vErrors.length;
}
}
}
else {
const err41 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err41];
}
else {
keepError(vErrors, err41);
}
errors = vErrors.length;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema43 = {"allOf":[{"$ref":"#/$defs/ChannelContent"}]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema44 = {"type":"object","properties":{"buttons":{"type":"array","maxItems":10,"items":{"$ref":"#/$defs/Button"},"allOf":[{"contains":{"type":"object","required":["type"],"properties":{"type":{"const":"URL"}},"additionalProperties":true},"minContains":0,"maxContains":2,"x-problem":{"contains":{"code":"button-validation-error","detail":"Too many URL buttons, maximum is 2"}}},{"contains":{"type":"object","required":["type"],"properties":{"type":{"const":"PHONE"}},"additionalProperties":true},"minContains":0,"maxContains":1,"x-problem":{"contains":{"code":"button-validation-error","detail":"Too many PHONE buttons, maximum is 1"}}}],"x-problem":{"maxItems":{"code":"button-validation-error","detail":"Too many buttons, maximum is 10"}}},"useMarketingMessagesApi":{"type":"boolean"},"messageActivitySharing":{"type":"boolean"},"messageMatcherId":{"type":["integer","string","null"],"minimum":-9007199254740991,"maximum":9007199254740991,"x-problem":{"minimum":"matched-template-not-found","maximum":"matched-template-not-found"}},"flowId":{"type":["integer","string","null"],"minimum":-9007199254740991,"maximum":9007199254740991,"x-problem":{"minimum":"matched-template-not-found","maximum":"matched-template-not-found"}}},"additionalProperties":true,"allOf":[{"$ref":"#/$defs/ChannelContent"},{"if":{"required":["messageActivitySharing"],"properties":{"messageActivitySharing":{"const":true}},"additionalProperties":true},"then":{"required":["useMarketingMessagesApi"],"properties":{"useMarketingMessagesApi":{"const":true,"x-problem":{"const":{"code":"mm-api-options-invalid-combination","detail":"Cannot use messageActivitySharing=true when useMarketingMessagesApi=false"}}}},"additionalProperties":true,"x-problem":{"required":{"useMarketingMessagesApi":{"code":"mm-api-options-invalid-combination","detail":"Cannot use messageActivitySharing=true when useMarketingMessagesApi=false"}}}}}]};
const schema45 = {"type":"object","required":["action"],"properties":{"type":{"$ref":"#/$defs/ButtonType"},"text":{"type":["string","null"]},"url":{"type":["string","null"]},"phone":{"type":["string","null"]},"payload":{"type":["string","null"],"maxLength":128,"x-problem":{"maxLength":{"code":"button-validation-error","detail":"Payload is too long, maximum is 128"}}},"action":{"$ref":"#/$defs/Action"}},"additionalProperties":true,"x-problem":{"required":{"action":"action-not-specified"}}};
const schema46 = {"type":"string"};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.action === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "action"},parentSchema:schema45,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",keyword:"type",params:{type: "string"},parentSchema:schema46,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
}
if(data.text !== undefined){
let data1 = data.text;
if((typeof data1 !== "string") && (data1 !== null)){
const err2 = {instancePath:instancePath+"/text",keyword:"type",params:{type: schema45.properties.text.type},parentSchema:schema45.properties.text,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
if(data.url !== undefined){
let data2 = data.url;
if((typeof data2 !== "string") && (data2 !== null)){
const err3 = {instancePath:instancePath+"/url",keyword:"type",params:{type: schema45.properties.url.type},parentSchema:schema45.properties.url,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
if(data.phone !== undefined){
let data3 = data.phone;
if((typeof data3 !== "string") && (data3 !== null)){
const err4 = {instancePath:instancePath+"/phone",keyword:"type",params:{type: schema45.properties.phone.type},parentSchema:schema45.properties.phone,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
}
if(data.payload !== undefined){
let data4 = data.payload;
if((typeof data4 !== "string") && (data4 !== null)){
const err5 = {instancePath:instancePath+"/payload",keyword:"type",params:{type: schema45.properties.payload.type},parentSchema:schema45.properties.payload,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(typeof data4 === "string"){
if(func1(data4) > 128){
const err6 = {instancePath:instancePath+"/payload",keyword:"maxLength",params:{limit: 128},parentSchema:schema45.properties.payload,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
}
if(data.action !== undefined){
let data5 = data.action;
const _errs15 = errors;
let valid3 = false;
const _errs16 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err7 = {instancePath:instancePath+"/action",keyword:"type",params:{type: "object"},parentSchema:schema39.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
const _errs18 = errors;
if(typeof data5 !== "string"){
const err8 = {instancePath:instancePath+"/action",keyword:"type",params:{type: "string"},parentSchema:schema39.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
var _valid0 = _errs18 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err9 = {instancePath:instancePath+"/action",keyword:"anyOf",params:{},parentSchema:schema39,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
if(typeof data5 === "string"){
if(func1(data5) < 1){
const err10 = {instancePath:instancePath+"/action",keyword:"minLength",params:{limit: 1},parentSchema:schema39,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
}
}
}
else {
const err11 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema45,data};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
const _errs3 = errors;
let valid1 = true;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.messageActivitySharing === undefined) && (missing0 = "messageActivitySharing")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
else {
if(data.messageActivitySharing !== undefined){
if(true !== data.messageActivitySharing){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
}
}
}
var _valid0 = _errs4 === errors;
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.useMarketingMessagesApi === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "useMarketingMessagesApi"},parentSchema:schema44.allOf[1].then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(data.useMarketingMessagesApi !== undefined){
let data1 = data.useMarketingMessagesApi;
if(true !== data1){
const err3 = {instancePath:instancePath+"/useMarketingMessagesApi",keyword:"const",params:{allowedValue: true},parentSchema:schema44.allOf[1].then.properties.useMarketingMessagesApi,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
}
var _valid0 = _errs7 === errors;
valid1 = _valid0;
}
if(!valid1){
const err4 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema44.allOf[1],data};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.buttons !== undefined){
let data2 = data.buttons;
if(Array.isArray(data2)){
const _errs14 = errors;
const len0 = data2.length;
let valid6 = true;
if(data2.length > 0){
let count0 = 0;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs15 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.type === undefined){
const err5 = {instancePath:instancePath+"/buttons/" + i0,keyword:"required",params:{missingProperty: "type"},parentSchema:schema44.properties.buttons.allOf[0].contains,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(data3.type !== undefined){
let data4 = data3.type;
if("URL" !== data4){
const err6 = {instancePath:instancePath+"/buttons/" + i0+"/type",keyword:"const",params:{allowedValue: "URL"},parentSchema:schema44.properties.buttons.allOf[0].contains.properties.type,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/buttons/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema44.properties.buttons.allOf[0].contains,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
var _valid1 = _errs15 === errors;
if(_valid1){
count0++;
if(count0 > 2){
valid6 = false;
break;
}
if(count0 >= 0){
valid6 = true;
}
}
}
}
if(!valid6){
const err8 = {instancePath:instancePath+"/buttons",keyword:"contains",params:{minContains: 0, maxContains: 2},parentSchema:schema44.properties.buttons.allOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(Array.isArray(data2)){
const _errs20 = errors;
const len1 = data2.length;
let valid8 = true;
if(data2.length > 0){
let count1 = 0;
for(let i1=0; i1<len1; i1++){
let data5 = data2[i1];
const _errs21 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.type === undefined){
const err9 = {instancePath:instancePath+"/buttons/" + i1,keyword:"required",params:{missingProperty: "type"},parentSchema:schema44.properties.buttons.allOf[1].contains,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
if(data5.type !== undefined){
let data6 = data5.type;
if("PHONE" !== data6){
const err10 = {instancePath:instancePath+"/buttons/" + i1+"/type",keyword:"const",params:{allowedValue: "PHONE"},parentSchema:schema44.properties.buttons.allOf[1].contains.properties.type,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/buttons/" + i1,keyword:"type",params:{type: "object"},parentSchema:schema44.properties.buttons.allOf[1].contains,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
var _valid2 = _errs21 === errors;
if(_valid2){
count1++;
if(count1 > 1){
valid8 = false;
break;
}
if(count1 >= 0){
valid8 = true;
}
}
}
}
if(!valid8){
const err12 = {instancePath:instancePath+"/buttons",keyword:"contains",params:{minContains: 0, maxContains: 1},parentSchema:schema44.properties.buttons.allOf[1],data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
if(Array.isArray(data2)){
if(data2.length > 10){
const err13 = {instancePath:instancePath+"/buttons",keyword:"maxItems",params:{limit: 10},parentSchema:schema44.properties.buttons,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
keepError(vErrors, err13);
}
errors = vErrors.length;
}
const len2 = data2.length;
for(let i2=0; i2<len2; i2++){
if(!(validate38(data2[i2], {instancePath:instancePath+"/buttons/" + i2,parentData:data2,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate38.errors);
errors = vErrors.length;
}
}
}
else {
const err14 = {instancePath:instancePath+"/buttons",keyword:"type",params:{type: "array"},parentSchema:schema44.properties.buttons,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
keepError(vErrors, err14);
}
errors = vErrors.length;
}
}
if(data.useMarketingMessagesApi !== undefined){
let data8 = data.useMarketingMessagesApi;
if(typeof data8 !== "boolean"){
const err15 = {instancePath:instancePath+"/useMarketingMessagesApi",keyword:"type",params:{type: "boolean"},parentSchema:schema44.properties.useMarketingMessagesApi,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
keepError(vErrors, err15);
}
errors = vErrors.length;
}
}
if(data.messageActivitySharing !== undefined){
let data9 = data.messageActivitySharing;
if(typeof data9 !== "boolean"){
const err16 = {instancePath:instancePath+"/messageActivitySharing",keyword:"type",params:{type: "boolean"},parentSchema:schema44.properties.messageActivitySharing,data:data9};
if(vErrors === null){
vErrors = [err16];
}
else {
keepError(vErrors, err16);
}
errors = vErrors.length;
}
}
if(data.messageMatcherId !== undefined){
let data10 = data.messageMatcherId;
if(((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (typeof data10 !== "string")) && (data10 !== null)){
const err17 = {instancePath:instancePath+"/messageMatcherId",keyword:"type",params:{type: schema44.properties.messageMatcherId.type},parentSchema:schema44.properties.messageMatcherId,data:data10};
if(vErrors === null){
vErrors = [err17];
}
else {
keepError(vErrors, err17);
}
errors = vErrors.length;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
const err18 = {instancePath:instancePath+"/messageMatcherId",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema44.properties.messageMatcherId,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
keepError(vErrors, err18);
}
errors = vErrors.length;
}
if(data10 < -9007199254740991 || isNaN(data10)){
const err19 = {instancePath:instancePath+"/messageMatcherId",keyword:"minimum",params:{comparison: ">=", limit: -9007199254740991},parentSchema:schema44.properties.messageMatcherId,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
keepError(vErrors, err19);
}
errors = vErrors.length;
}
}
}
if(data.flowId !== undefined){
let data11 = data.flowId;
if(((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (typeof data11 !== "string")) && (data11 !== null)){
const err20 = {instancePath:instancePath+"/flowId",keyword:"type",params:{type: schema44.properties.flowId.type},parentSchema:schema44.properties.flowId,data:data11};
if(vErrors === null){
vErrors = [err20];
}
else {
keepError(vErrors, err20);
}
errors = vErrors.length;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
const err21 = {instancePath:instancePath+"/flowId",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema44.properties.flowId,data:data11};
if(vErrors === null){
vErrors = [err21];
}
else {
keepError(vErrors, err21);
}
errors = vErrors.length;
}
if(data11 < -9007199254740991 || isNaN(data11)){
const err22 = {instancePath:instancePath+"/flowId",keyword:"minimum",params:{comparison: ">=", limit: -9007199254740991},parentSchema:schema44.properties.flowId,data:data11};
if(vErrors === null){
vErrors = [err22];
}
else {
keepError(vErrors, err22);
}
errors = vErrors.length;
}
}
}
}
else {
const err23 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err23];
}
else {
keepError(vErrors, err23);
}
errors = vErrors.length;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.smsContent === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "smsContent"},parentSchema:schema35.anyOf[0],data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.smsContent !== undefined){
let data0 = data.smsContent;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err1 = {instancePath:instancePath+"/smsContent",keyword:"type",params:{type: "object"},parentSchema:schema35.anyOf[0].properties.smsContent,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = true;
}
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.chatoneContent === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "chatoneContent"},parentSchema:schema35.anyOf[1],data};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(data.chatoneContent !== undefined){
let data1 = data.chatoneContent;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err3 = {instancePath:instancePath+"/chatoneContent",keyword:"type",params:{type: "object"},parentSchema:schema35.anyOf[1].properties.chatoneContent,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
}
var _valid0 = _errs6 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = true;
}
}
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.chattwoContent === undefined){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "chattwoContent"},parentSchema:schema35.anyOf[2],data};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if(data.chattwoContent !== undefined){
let data2 = data.chattwoContent;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err5 = {instancePath:instancePath+"/chattwoContent",keyword:"type",params:{type: "object"},parentSchema:schema35.anyOf[2].properties.chattwoContent,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
}
var _valid0 = _errs10 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = true;
}
}
if(!valid0){
const err6 = {instancePath,keyword:"anyOf",params:{},parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.smsContent !== undefined){
if(!(validate25(data.smsContent, {instancePath:instancePath+"/smsContent",parentData:data,parentDataProperty:"smsContent",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate25.errors);
errors = vErrors.length;
}
}
if(data.chatoneContent !== undefined){
if(!(validate33(data.chatoneContent, {instancePath:instancePath+"/chatoneContent",parentData:data,parentDataProperty:"chatoneContent",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate33.errors);
errors = vErrors.length;
}
}
if(data.chattwoContent !== undefined){
if(!(validate36(data.chattwoContent, {instancePath:instancePath+"/chattwoContent",parentData:data,parentDataProperty:"chattwoContent",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate36.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.requestId === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "requestId"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.cascadeId === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "cascadeId"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(data.subscriberFilter === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "subscriberFilter"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(data.content === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "content"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
if(data.requestId !== undefined){
let data0 = data.requestId;
if(typeof data0 === "string"){
if(!(formats0.test(data0))){
const err4 = {instancePath:instancePath+"/requestId",keyword:"format",params:{format: "uuid"},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
}
else {
const err5 = {instancePath:instancePath+"/requestId",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
if(data.cascadeId !== undefined){
let data1 = data.cascadeId;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/cascadeId",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.cascadeId,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
if(data.subscriberFilter !== undefined){
if(!(validate22(data.subscriberFilter, {instancePath:instancePath+"/subscriberFilter",parentData:data,parentDataProperty:"subscriberFilter",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate22.errors);
errors = vErrors.length;
}
}
if(data.content !== undefined){
if(!(validate24(data.content, {instancePath:instancePath+"/content",parentData:data,parentDataProperty:"content",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate24.errors);
errors = vErrors.length;
}
}
if(data.comment !== undefined){
let data4 = data.comment;
if((typeof data4 !== "string") && (data4 !== null)){
const err7 = {instancePath:instancePath+"/comment",keyword:"type",params:{type: schema32.properties.comment.type},parentSchema:schema32.properties.comment,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
if(typeof data4 === "string"){
if(func1(data4) > 4096){
const err8 = {instancePath:instancePath+"/comment",keyword:"maxLength",params:{limit: 4096},parentSchema:schema32.properties.comment,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
if(!pattern4.test(data4)){
const err9 = {instancePath:instancePath+"/comment",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.comment,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
}
}
if(data.startTime !== undefined){
let data5 = data.startTime;
if((typeof data5 !== "string") && (data5 !== null)){
const err10 = {instancePath:instancePath+"/startTime",keyword:"type",params:{type: schema32.properties.startTime.type},parentSchema:schema32.properties.startTime,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
if(typeof data5 === "string"){
if(!(formats2.test(data5))){
const err11 = {instancePath:instancePath+"/startTime",keyword:"format",params:{format: "date-time"},parentSchema:schema32.properties.startTime,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
}
}
}
else {
const err12 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

